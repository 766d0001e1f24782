import { SessionEndNotifierService } from '../records/session-end-notifier.service.js';
import { RevokedSessionsService } from '../records/revoked-sessions.service.js';
import { SessionLimitService } from '../records/session-limit.service.js';
import { SessionRecordsService } from '../records/session-records.service.js';
import { SessionTokenService } from '../token/session-token.service.js';
import { CurrentSessionService } from './current-session.service.js';
import { DatabaseOpeningService } from '../stored/database-opening.service.js';
import { DatabaseSessionStrategy } from '../stored/database-session.strategy.js';
import { JwtCallbackService } from '../stateless/jwt-callback.service.js';
import { JwtOpeningService } from '../stateless/jwt-opening.service.js';
import { JwtRenewalService } from '../stateless/jwt-renewal.service.js';
import { JwtRevocationService } from '../stateless/jwt-revocation.service.js';
import { JwtSessionStrategy } from '../stateless/jwt-session.strategy.js';
import { JwtViewService } from '../stateless/jwt-view.service.js';
import { PresentedJwtService } from '../stateless/presented-jwt.service.js';
import { RepeatedCookieService } from '../strategy/repeated-cookie.service.js';
import { SessionIssuerService } from './session-issuer.service.js';
import { StoredSessionService } from '../stored/stored-session.service.js';

/** Providers for stateless and database sessions, their records and their tokens. */
export const SESSION_INJECTABLES = [
  CurrentSessionService,
  DatabaseOpeningService,
  DatabaseSessionStrategy,
  SessionEndNotifierService,
  JwtCallbackService,
  JwtOpeningService,
  JwtRenewalService,
  JwtRevocationService,
  JwtSessionStrategy,
  JwtViewService,
  PresentedJwtService,
  RepeatedCookieService,
  RevokedSessionsService,
  SessionIssuerService,
  SessionLimitService,
  SessionRecordsService,
  SessionTokenService,
  StoredSessionService,
];
