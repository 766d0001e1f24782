import { GET } from '../../feature-port/auth-route.js';
import type { AuthFeature } from '../../feature-port/auth-feature.js';
import { EndSessionUrlService } from './end-session-url.service.js';
import { hasLogout } from './has-logout.js';
import { LeaveTicketService } from './leave-ticket.service.js';
import { LeaveAction } from './leave.action.js';
import { LogoutHintService } from './logout-hint.service.js';
import { ProviderLogoutService } from './provider-logout.service.js';
import { SignedOutAction } from './signed-out.action.js';

/**
 * A sign-out also ends the session at the provider. Always on: a sign-out clears the cookie of a
 * provider that is no longer configured.
 * @see OpenID Connect RP-Initiated Logout 1.0; docs/design/decisions.md 40
 */
export const providerLogout: AuthFeature = {
  name: 'provider-logout',
  providers: [EndSessionUrlService, LeaveTicketService, LogoutHintService, ProviderLogoutService],
  routes: [
    {
      ...GET,
      name: 'leave',
      path: 'signout/provider',
      run: LeaveAction,
      head: 'empty',
      isOn: hasLogout,
      summary: 'Continues to the provider after a sign-out by the application',
      responses: { 302: 'Redirect to the provider, or to the target URL of the sign-out' },
    },
    {
      ...GET,
      name: 'signedOut',
      path: 'signed-out',
      run: SignedOutAction,
      head: 'empty',
      isOn: hasLogout,
      summary: 'Completes a sign-out at the provider',
      responses: { 302: 'Redirect to the target URL of the sign-out' },
    },
  ],
  slots: { opened: LogoutHintService, ending: ProviderLogoutService },
};
