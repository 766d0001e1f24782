import { Injectable } from '@nestjs/common';
import { EmailSignInError } from '../errors/sign-in.errors.js';
import { toError } from '../errors/to-error.js';
import type { ActionContext } from '../request/context/action-context.js';
import { toWebRequest } from '../request/redirects/to-web-request.js';
import { callUser } from '../model/call-user.js';
import type { SendVerificationRequestParams } from '../provider/email-provider.js';
import { passwordFields } from '../provider/identity-field.js';
import type { ResolvedEmailProvider } from '../provider/resolved-provider.js';
import { mailFault } from './mail-fault.js';
import { defaultSender } from './default-sender.js';
import { linkUrl } from './mail-link.js';
import { sendBySmtp } from './send-by-smtp.js';
import { renderSignInMail } from './sign-in-mail.js';
import type { IssuedToken } from './verification-token.service.js';

/** Mails links, and waits until they have been sent. @see docs/design/decisions.md 9 */
@Injectable()
export class MailService {
  /** @throws {EmailSignInError} when sending fails or takes longer than the option `timeout` */
  async send(
    ctx: ActionContext,
    provider: ResolvedEmailProvider,
    issued: IssuedToken,
  ): Promise<void> {
    const cancel = new AbortController();
    try {
      const params = paramsOf(ctx, provider, issued);
      const limits = { timeoutMs: ctx.config.timeoutMs, signal: cancel.signal };
      await callUser(ctx.config, 'sendVerificationRequest', () =>
        dispatch(params, provider, limits),
      );
      ctx.logger.debug?.('mail sent', { provider: provider.id });
    } catch (thrown) {
      // After the timeout, the mail must not be sent late, with a link that no longer works.
      cancel.abort();
      throw new EmailSignInError(mailFault(provider.send ? undefined : provider.server, thrown), {
        err: toError(thrown),
        provider: provider.id,
      });
    }
  }
}

async function dispatch(
  params: SendVerificationRequestParams,
  { send, server }: ResolvedEmailProvider,
  limits: { timeoutMs: number; signal: AbortSignal },
): Promise<void> {
  if (send) {
    await send(params);
    return;
  }
  const { from } = params.provider;
  const mail = { ...renderSignInMail(params), from, to: params.identifier };
  await sendBySmtp(mail, server, limits);
}

function paramsOf(
  ctx: ActionContext,
  { config, id }: ResolvedEmailProvider,
  issued: IssuedToken,
): SendVerificationRequestParams {
  const { identifier, token, expires } = issued;
  return {
    identifier,
    token,
    expires,
    url: linkUrl(ctx, id, issued),
    name: ctx.config.name,
    provider: { ...config, from: config.from ?? defaultSender(ctx.origin) },
    theme: { ...ctx.config.theme },
    language: ctx.language.tag,
    texts: ctx.language.texts,
    request: toWebRequest(ctx, withoutPasswords(ctx, textsOf(ctx.request.body))),
  };
}

/** Returns only the fields that are strings. @see docs/design/security-bar.md A51 */
function textsOf(body: Readonly<Record<string, unknown>> | undefined): Record<string, string> {
  const fields = Object.entries(body ?? {});
  return Object.fromEntries(
    fields.filter((field): field is [string, string] => typeof field[1] === 'string'),
  );
}

/** Removes passwords: the built-in form may have such a field, which must not reach a mailer. */
function withoutPasswords(
  { config }: ActionContext,
  fields: Readonly<Record<string, string>>,
): Record<string, string> {
  const passwords = [...config.providers.values()].flatMap((provider) =>
    provider.type === 'credentials' ? passwordFields(provider.credentials) : [],
  );
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !passwords.includes(name)));
}
