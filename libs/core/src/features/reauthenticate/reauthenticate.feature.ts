import type { AuthFeature } from '../../feature-port/auth-feature.js';
import { GET, POST } from '../../feature-port/auth-route.js';
import { PROOF_CLAIMS } from '../../session/token/proof-claims.js';
import { ProofAtSignInService } from './proof-at-sign-in.service.js';
import { ReauthenticateAction } from './reauthenticate.action.js';
import { ReauthenticatePageAction } from './reauthenticate-page.action.js';
import { ReauthenticatedService } from './reauthenticated.service.js';
import { ReauthenticationService } from './reauthentication.service.js';
import { WaysAgainService } from './ways-again.service.js';

/** Sessions know how and when their users proved who they are; users prove it again. */
export const reauthenticate: AuthFeature = {
  name: 'reauthenticate',
  providers: [
    ProofAtSignInService,
    ReauthenticatedService,
    ReauthenticationService,
    WaysAgainService,
  ],
  claims: PROOF_CLAIMS,
  columns: ['amr', 'authTime'],
  slots: { opening: ProofAtSignInService, opened: ReauthenticatedService },
  routes: [
    {
      ...GET,
      name: 'reauthenticatePage',
      path: 'reauthenticate',
      run: ReauthenticatePageAction,
      summary: 'The page on which users prove again who they are, or whether they must',
      responses: {
        200: 'The page, or for scripts `enough`, `missing`, `freshUntil` and `ways`',
        302: 'Redirect to the sign-in page: nobody is signed in',
        401: 'Nobody is signed in',
      },
    },
    {
      ...POST,
      name: 'reauthenticate',
      path: 'reauthenticate/:provider',
      run: ReauthenticateAction,
      isOn: ({ providers }, providerId) => providerId === undefined || providers.has(providerId),
      summary: 'Proves again who the user is, and renews the session',
      responses: {
        302: 'Redirect to `callbackUrl`, to the provider, or to the page with an error',
        401: 'Nobody is signed in, or the proof is wrong',
        403: 'The CSRF token is missing, or another user has given the proof',
        429: 'Too many attempts',
      },
    },
  ],
};
