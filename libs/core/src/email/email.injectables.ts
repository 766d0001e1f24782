import { LinkCookiesService } from './link-cookies.service.js';
import { MailService } from './mail.service.js';
import { VerificationTokenService } from './verification-token.service.js';

/** Links that are mailed. */
export const EMAIL_INJECTABLES = [LinkCookiesService, MailService, VerificationTokenService];
