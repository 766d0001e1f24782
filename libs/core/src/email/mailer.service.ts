import { Injectable } from '@nestjs/common';
import { mailProviderOf } from '../config/mail-provider.js';
import { AuthError } from '../errors/auth.error.js';
import { toError } from '../errors/to-error.js';
import type { AuthMail, MailTexts } from '../model/auth-mail.js';
import { callUser } from '../model/call-user.js';
import type { User } from '../model/user.js';
import { namedOrigin } from '../request/context/named-origin.js';
import type { SessionContext } from '../request/context/session-context.js';
import { defaultSender } from './default-sender.js';
import { renderMail } from './render-mail.js';
import { sendBySmtp } from './send-by-smtp.js';

/** A mail of a feature, before it has its words. */
export interface MailOrder {
  /** What it is about, such as `reset`; for `mailer` and logs. */
  readonly kind: string;
  /** The address, normalized. */
  readonly to: string;
  /** In the language of the request: `ctx.language.texts` has them. */
  readonly words: MailTexts;
  /** A link to one of our pages, made with `actionUrl`. */
  readonly url?: string;
  readonly code?: string;
  readonly expires?: Date;
  readonly user?: User;
}

type Send = (mail: AuthMail, limits: { signal: AbortSignal }) => unknown;

/**
 * Sends the mails of features. Store first, then send: what a mail says has happened.
 * @see docs/own-steps.md
 */
@Injectable()
export class MailerService {
  private readonly going = new Set<Promise<void>>();

  /**
   * Checks that mails lead to a site of the operator. Call it first, whether or not a mail follows:
   * a stranger must not see who is known.
   * @throws {AuthError} if only the Host header determines where a link would lead
   * @see docs/design/security-bar.md RQ1
   */
  assertOrigin(ctx: SessionContext): void {
    namedOrigin(ctx, 'an emailed link leads to a site');
  }

  /**
   * Sends a mail while the request goes on: how long it takes, and whether it fails, changes no
   * response. A failure is logged without the mail. Gives up after the option `timeout`.
   * @throws {AuthError} as {@link assertOrigin}
   */
  send(ctx: SessionContext, order: MailOrder): void {
    this.assertOrigin(ctx);
    const sending = deliver(ctx, order)
      .catch((thrown: unknown) => {
        const err = toError(thrown);
        ctx.logger.error(new AuthError(`the mail \`${order.kind}\` could not be sent`, { err }));
      })
      .finally(() => this.going.delete(sending));
    this.going.add(sending);
  }

  /** Lets mails leave before the process ends. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.going);
  }
}

async function deliver(ctx: SessionContext, order: MailOrder): Promise<void> {
  // The response does not wait for the words either.
  await new Promise<void>((resolve) => void setImmediate(resolve));
  const { config } = ctx;
  const { from, send } = senderOf(ctx);
  const mail = mailOf(ctx, order, from);
  const cancel = new AbortController();
  try {
    await callUser(config, 'mailer', async () => send(mail, { signal: cancel.signal }));
    ctx.logger.debug?.('mail sent', { kind: order.kind });
  } catch (thrown) {
    cancel.abort();
    throw thrown;
  }
}

function mailOf(ctx: SessionContext, order: MailOrder, from: string): AuthMail {
  const { words: _rendered, ...facts } = order;
  const { name, theme } = ctx.config;
  const { tag, texts } = ctx.language;
  const site = name ?? new URL(ctx.origin).host;
  return {
    ...renderMail({ ...order, site, theme, language: tag, texts }),
    ...facts,
    from,
    language: tag,
  };
}

function senderOf(ctx: SessionContext): { from: string; send: Send } {
  const { config } = ctx;
  const provider = mailProviderOf(config);
  const from = provider?.config.from ?? defaultSender(ctx.origin);
  if (config.mailer) return { from, send: config.mailer };
  if (!provider) throw new AuthError('there is neither `mailer` nor an email provider');
  const { sendMail, server } = provider;
  if (sendMail) return { from, send: (mail) => sendMail(mail, provider.config) };
  const { timeoutMs } = config;
  return { from, send: (mail, { signal }) => sendBySmtp(mail, server, { timeoutMs, signal }) };
}
