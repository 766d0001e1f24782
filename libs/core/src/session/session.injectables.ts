import { RevokedSessionsService } from '../session-records/revoked-sessions.service.js';
import { SessionLimitService } from '../session-records/session-limit.service.js';
import { SessionRecordsService } from '../session-records/session-records.service.js';
import { SessionTokenService } from '../session-token/session-token.service.js';
import { CurrentSessionService } from './current-session.service.js';
import { DatabaseOpeningService } from './database-opening.service.js';
import { DatabaseSessionStrategy } from './database-session.strategy.js';
import { JwtCallbackService } from './jwt-callback.service.js';
import { JwtOpeningService } from './jwt-opening.service.js';
import { JwtRenewalService } from './jwt-renewal.service.js';
import { JwtRevocationService } from './jwt-revocation.service.js';
import { JwtSessionStrategy } from './jwt-session.strategy.js';
import { JwtViewService } from './jwt-view.service.js';
import { PresentedTokenService } from './presented-token.service.js';
import { RepeatedCookieService } from './repeated-cookie.service.js';
import { SessionIssuerService } from './session-issuer.service.js';
import { StoredSessionService } from './stored-session.service.js';

/** Providers for stateless and database sessions, their records and their tokens. */
export const SESSION_INJECTABLES = [
  CurrentSessionService,
  DatabaseOpeningService,
  DatabaseSessionStrategy,
  JwtCallbackService,
  JwtOpeningService,
  JwtRenewalService,
  JwtRevocationService,
  JwtSessionStrategy,
  JwtViewService,
  PresentedTokenService,
  RepeatedCookieService,
  RevokedSessionsService,
  SessionIssuerService,
  SessionLimitService,
  SessionRecordsService,
  SessionTokenService,
  StoredSessionService,
];
