import type { Provider } from '@nestjs/common';
import { ACCOUNT_REMOVAL } from '../sign-in/account-removal.port.js';
import { EndedGrantsService } from './ended-grants.service.js';
import { GrantsService } from './grants.service.js';
import { ProviderFetchService } from './provider-fetch.service.js';
import { RefreshFlightsService } from './refresh-flights.service.js';
import { RemovedTokensService } from './removed-tokens.service.js';
import { ResealService } from './reseal.service.js';
import { SignOutTokensService } from './sign-out-tokens.service.js';
import { TokenEventsService } from './token-events.service.js';
import { TokenPlacesService } from './token-places.service.js';
import { TokenRefreshService } from './token-refresh.service.js';
import { TokenRenewalService } from './token-renewal.service.js';
import { TokenRevocationService } from './token-revocation.service.js';
import { TokenStoreService } from './token-store.service.js';
import { UnsavedTokensService } from './unsaved-tokens.service.js';

const accountRemoval: Provider = { provide: ACCOUNT_REMOVAL, useExisting: RemovedTokensService };

/** Services for provider tokens after the sign-in. */
export const PROVIDER_TOKENS_INJECTABLES: Provider[] = [
  accountRemoval,
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
  TokenRenewalService,
  TokenRevocationService,
  TokenStoreService,
  UnsavedTokensService,
];
