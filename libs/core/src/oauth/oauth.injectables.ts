import { OAuthConfigurationService } from '../oauth-client/oauth-configuration.service.js';
import { ProviderKeysService } from '../oauth-client/provider-keys.service.js';
import { ProviderMetadataService } from '../oauth-client/provider-metadata.service.js';
import { AttemptsService } from './attempts.service.js';
import { CallbackUseService } from './callback-use.service.js';
import { OAuthChecksService } from './oauth-checks.service.js';
import { OAuthProfileService } from './oauth-profile.service.js';
import { PostedCallbackService } from './posted-callback.service.js';
import { RedirectProxyService } from './redirect-proxy.service.js';
import { SharedChecksService } from './shared-checks.service.js';
import { StatesService } from './states.service.js';

/** The services for sign-in with OAuth and OpenID providers, and the client that calls them. */
export const OAUTH_INJECTABLES = [
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
];
