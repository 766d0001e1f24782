import type { SignInKind } from '../sign-in/sign-in-kind.js';
import { AccountService } from '../sign-in/account.service.js';
import { OAuthFlow } from './oauth.flow.js';
import { OAuthConfigurationService } from './client/oauth-configuration.service.js';
import { ProviderKeysService } from './client/provider-keys.service.js';
import { ProviderMetadataService } from './client/provider-metadata.service.js';
import { AttemptsService } from './attempts.service.js';
import { CallbackUseService } from './callback-use.service.js';
import { OAuthChecksService } from './oauth-checks.service.js';
import { OAuthProfileService } from './oauth-profile.service.js';
import { PostedCallbackService } from './posted-callback.service.js';
import { RedirectProxyService } from './redirect-proxy.service.js';
import { SharedChecksService } from './shared-checks.service.js';
import { StatesService } from './states.service.js';

/** Sign-in with OAuth and OpenID providers, and the client that calls them. */
export const oauth: SignInKind = {
  flow: OAuthFlow,
  accounts: AccountService,
  providers: [
    AttemptsService,
    CallbackUseService,
    OAuthChecksService,
    OAuthConfigurationService,
    OAuthProfileService,
    PostedCallbackService,
    ProviderKeysService,
    ProviderMetadataService,
    RedirectProxyService,
    SharedChecksService,
    StatesService,
  ],
};
