import './load-oidc-provider.js';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { errors, type default as Provider } from 'oidc-provider';
import type { DemoAccount } from './demo-accounts.js';
import { finishInteraction, type InteractionExchange } from './finish-interaction.js';
import { parseInteractionResult } from './interaction-result.js';
import { renderErrorPage } from './pages/error.page.js';
import { readForm } from './read-form.js';
import { sendPage } from './send-page.js';
import { showInteraction } from './show-interaction.js';

/** Dependencies of the interaction pages. */
export interface InteractionParts {
  readonly provider: Provider;
  readonly accounts: readonly DemoAccount[];
}

/**
 * Responds to a request for an interaction page: GET shows the form, POST submits it. The status is
 * 400 if the authorization request has ended or was started in another browser.
 */
export async function handleInteraction(
  { accounts, provider }: InteractionParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const interaction = await provider.interactionDetails(request, response);
    const exchange: InteractionExchange = { interaction, provider, request, response };
    if (request.method === 'POST') return await takeSubmission(exchange, accounts);

    await showInteraction(exchange, { accounts });
  } catch (error) {
    if (!(error instanceof errors.SessionNotFound)) throw error;
    sendPage(response, { status: 400, html: renderExpiredPage() });
  }
}

async function takeSubmission(
  exchange: InteractionExchange,
  accounts: readonly DemoAccount[],
): Promise<void> {
  const form = await readForm(exchange.request);
  const prompt = exchange.interaction.prompt.name;
  const result = parseInteractionResult({ accounts, form, prompt });
  if (result) return finishInteraction(exchange, result);

  await showInteraction(exchange, { accounts, alert: 'Please choose one of these accounts.' });
}

function renderExpiredPage(): string {
  return renderErrorPage({
    code: 'session_not_found',
    description: 'This sign-in has ended or was started in another browser.',
  });
}
