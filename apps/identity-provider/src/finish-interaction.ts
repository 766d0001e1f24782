import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Interaction, InteractionResults, default as Provider } from 'oidc-provider';

/** A request for an interaction page, and the response to it. */
export interface InteractionExchange {
  readonly provider: Provider;
  readonly interaction: Interaction;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Redirects the browser back to the authorization request with the user's decision. */
export async function finishInteraction(
  exchange: InteractionExchange,
  result: InteractionResults,
): Promise<void> {
  const { interaction, provider, request, response } = exchange;
  const accountId = result.login?.accountId;
  if (accountId && interaction.session && interaction.session.accountId !== accountId) {
    await leaveSession(provider, interaction, interaction.session.uid);
  }

  await provider.interactionFinished(request, response, result);
}

/**
 * Ends the session of the account that this browser used before. Otherwise oidc-provider would show
 * a sign-out page, which needs JavaScript, after another account was chosen.
 */
async function leaveSession(
  provider: Provider,
  interaction: Interaction,
  sessionUid: string,
): Promise<void> {
  delete interaction.session;
  await interaction.persist();
  const session = await provider.Session.findByUid(sessionUid);
  await session?.destroy();
}
