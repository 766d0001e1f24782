import { LinkCookiesService } from './link-cookies.service.js';
import { MailService } from './mail.service.js';
import { VerificationTokenService } from './verification-token.service.js';

/** Services for emailed links. */
export const EMAIL_INJECTABLES = [LinkCookiesService, MailService, VerificationTokenService];
