import type { SignInKind } from '../sign-in/sign-in-kind.js';
import { EmailAccountService } from './email-account.service.js';
import { EmailFlow } from './email.flow.js';
import { LinkCookiesService } from './link-cookies.service.js';
import { MailService } from './mail.service.js';
import { MailerService } from './mailer.service.js';
import { VerificationTokenService } from './verification-token.service.js';

/** Sign-in by an emailed link. */
export const email: SignInKind = {
  flow: EmailFlow,
  accounts: EmailAccountService,
  providers: [LinkCookiesService, MailerService, MailService, VerificationTokenService],
};
