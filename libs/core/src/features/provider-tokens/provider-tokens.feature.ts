import type { AuthFeature } from '../../feature-port/auth-feature.js';
import { EndedGrantsService } from './ended-grants.service.js';
import { GrantsService } from './grants.service.js';
import { ProviderFetchService } from './provider-fetch.service.js';
import { ProviderTokensService } from './provider-tokens.service.js';
import { RefreshFlightsService } from './refresh-flights.service.js';
import { RemovedTokensService } from './removed-tokens.service.js';
import { ResealService } from './reseal.service.js';
import { SignOutTokensService } from './sign-out-tokens.service.js';
import { TokenEventsService } from './token-events.service.js';
import { TokenPlacesService } from './token-places.service.js';
import { TokenRefreshService } from './token-refresh.service.js';
import { RefreshOnceService } from './refresh-once.service.js';
import { TokenRevocationService } from './token-revocation.service.js';
import { TokenStoreService } from './token-store.service.js';
import { UnsavedTokensService } from './unsaved-tokens.service.js';

/** The application uses the tokens that providers have granted. */
export const providerTokens: AuthFeature = {
  name: 'provider-tokens',
  providers: [
    EndedGrantsService,
    GrantsService,
    ProviderFetchService,
    RefreshFlightsService,
    RemovedTokensService,
    ResealService,
    SignOutTokensService,
    TokenEventsService,
    TokenPlacesService,
    TokenRefreshService,
    RefreshOnceService,
    TokenRevocationService,
    TokenStoreService,
    UnsavedTokensService,
  ],
  exports: [ProviderTokensService],
  slots: { ending: SignOutTokensService, removing: RemovedTokensService },
};
