import {
  actionUrl,
  type MailerService,
  type MailOrder,
  type SessionContext,
} from '@authnest/core/feature';
import { textsOf } from './texts/texts-of.js';
import type { PasswordTexts } from './texts/password-texts.js';

/** The mails of the feature. */
export type PasswordMail = keyof PasswordTexts['mails'];

const KINDS = {
  register: 'register',
  alreadyRegistered: 'already-registered',
  reset: 'reset',
  invite: 'invite',
  passwordChanged: 'password-changed',
  passwordRemoved: 'password-removed',
} as const satisfies Record<PasswordMail, string>;

/** Sends a mail, while the request goes on. @param path - of the endpoint that its link leads to */
export function sendMail(
  ctx: SessionContext,
  mailer: MailerService,
  mail: PasswordMail,
  {
    path,
    token,
    ...order
  }: Omit<MailOrder, 'kind' | 'words' | 'url'> & {
    readonly path?: string;
    readonly token?: string;
  },
): void {
  const url = path === undefined ? undefined : new URL(actionUrl(ctx, path));
  if (token !== undefined) url?.searchParams.set('token', token);
  const words = textsOf(ctx).mails[mail];
  mailer.send(ctx, { ...order, kind: KINDS[mail], words, ...(url && { url: url.href }) });
}
