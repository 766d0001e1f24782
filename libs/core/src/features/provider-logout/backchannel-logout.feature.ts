import type { AuthFeature } from '../../feature-port/auth-feature.js';
import { BackchannelLogoutAction } from './backchannel-logout.action.js';
import { BackchannelLogoutService } from './backchannel-logout.service.js';
import { EndedAtProviderService } from './ended-at-provider.service.js';
import { FactsAtSignInService } from './facts-at-sign-in.service.js';
import { GrantedTokensService } from './granted-tokens.service.js';
import { hasNotices, takesNotices } from './has-logout.js';
import { LogoutMarksService } from './logout-marks.service.js';
import { LogoutTokenService } from './logout-token.service.js';
import { OverSignInService } from './over-sign-in.service.js';

/**
 * Sessions end when their provider says so.
 * @see OpenID Connect Back-Channel Logout 1.0; docs/design/decisions.md 41
 */
export const backchannelLogout: AuthFeature = {
  name: 'backchannel-logout',
  isOn: hasNotices,
  providers: [
    EndedAtProviderService,
    FactsAtSignInService,
    GrantedTokensService,
    LogoutMarksService,
    LogoutTokenService,
    OverSignInService,
  ],
  exports: [BackchannelLogoutService],
  routes: [
    {
      method: 'POST',
      caller: 'server',
      csrf: 'none',
      cookies: 'none',
      name: 'backchannelLogout',
      path: 'backchannel-logout/:provider',
      run: BackchannelLogoutAction,
      isOn: takesNotices,
      isMapped: hasNotices,
      summary: 'Ends the sessions that a provider has ended',
      responses: {
        200: 'The sessions have ended',
        400: 'The logout token is not valid',
        503: 'The store is down',
      },
    },
  ],
  claims: ['op'],
  columns: ['provider', 'providerSession', 'providerSubject', 'providerTime'],
  slots: {
    opening: FactsAtSignInService,
    failed: OverSignInService,
    alive: EndedAtProviderService,
  },
};
