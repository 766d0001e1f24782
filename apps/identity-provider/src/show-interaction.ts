import type { DemoAccount } from './demo-accounts.js';
import type { InteractionExchange } from './finish-interaction.js';
import { renderChooseAccountPage } from './pages/choose-account.page.js';
import { renderConsentPage } from './pages/consent.page.js';
import { sendPage } from './send-page.js';

/** Further content of the page. */
export interface InteractionView {
  readonly accounts: readonly DemoAccount[];
  /** States what was wrong with the last submission; the response is then a 400. */
  readonly alert?: string;
}

/** Sends the page of an interaction, which asks for the account or for consent. */
export async function showInteraction(
  { interaction, provider, response }: InteractionExchange,
  { accounts, alert }: InteractionView,
): Promise<void> {
  const { client_id: clientId, redirect_uri: redirectUri, scope } = interaction.params;
  const client = await provider.Client.find(String(clientId));
  const clientName = client?.clientName ?? String(clientId);

  sendPage(response, {
    status: alert ? 400 : 200,
    redirectUri: String(redirectUri),
    html:
      interaction.prompt.name === 'consent'
        ? renderConsentPage({ clientName, scopes: String(scope).split(' ') })
        : renderChooseAccountPage({ accounts, clientName, alert }),
  });
}
