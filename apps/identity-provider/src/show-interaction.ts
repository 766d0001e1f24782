import type { DemoAccount } from './demo-accounts.js';
import type { InteractionExchange } from './finish-interaction.js';
import { renderChooseAccountPage } from './pages/choose-account.page.js';
import { renderConsentPage } from './pages/consent.page.js';
import { sendPage } from './send-page.js';

/** Content of the page, besides the interaction. */
export interface InteractionView {
  readonly accounts: readonly DemoAccount[];
  /** Error in the last submission. If it is set, the status is 400. */
  readonly alert?: string;
}

/** Sends the page for an interaction: the choice of an account, or the consent page. */
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
