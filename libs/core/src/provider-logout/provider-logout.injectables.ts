import type { Provider } from '@nestjs/common';
import { AFTER_SIGN_IN } from '../sign-in/after-sign-in.port.js';
import { EndSessionUrlService } from './end-session-url.service.js';
import { LeaveTicketService } from './leave-ticket.service.js';
import { LogoutHintService } from './logout-hint.service.js';
import { LogoutTokenService } from './logout-token.service.js';
import { ProviderLogoutService } from './provider-logout.service.js';

const afterSignIn: Provider = { provide: AFTER_SIGN_IN, useExisting: LogoutHintService };

/** Services for sessions that also end at their provider, or end there first. */
export const PROVIDER_LOGOUT_INJECTABLES: Provider[] = [
  afterSignIn,
  EndSessionUrlService,
  LeaveTicketService,
  LogoutHintService,
  LogoutTokenService,
  ProviderLogoutService,
];
