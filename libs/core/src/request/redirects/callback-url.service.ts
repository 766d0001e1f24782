import { Injectable } from '@nestjs/common';
import { InvalidRequest } from '../../errors/internal.errors.js';
import { toError } from '../../errors/to-error.js';
import { AuthError } from '../../errors/auth.error.js';
import { callUser } from '../../model/call-user.js';
import type { MaybePromise } from '../../model/maybe-promise.js';
import { isHttpUrlOrPath, safeRedirect } from './safe-redirect.js';
import type { SessionContext } from '../context/session-context.js';

/**
 * Decides to which URL the browser is finally redirected.
 * @see docs/design/wire-contract.md 3.4
 */
@Injectable()
export class CallbackUrlService {
  /**
   * Returns the target in the request, else that in the browser's cookie, as changed by the
   * `redirect` callback; without either, the origin. An empty value is no target: forms send it for
   * a field that was not filled in. A new target is stored in the cookie. A target that is too long
   * for it is replaced with the origin, since browsers drop such a cookie and servers such a
   * `Location`. It is not parsed either: a long host takes quadratic time.
   */
  resolve(ctx: SessionContext): MaybePromise<string> {
    const definition = ctx.cookieDefinitions.callbackUrl;
    const remembered = ctx.cookies.get(definition.name);
    const candidate = requested(ctx) || remembered;
    const isShort = candidate && Buffer.byteLength(candidate) <= LONGEST;
    const target = isShort ? this.redirect(ctx, candidate) : ctx.origin;
    const remember = (resolved: string): string => {
      const url = fitsCookie(resolved) ? resolved : ctx.origin;
      if (url !== remembered) ctx.cookies.set(definition, url);
      return url;
    };
    return typeof target === 'string' ? remember(target) : target.then(remember);
  }

  /**
   * Returns the target that the `redirect` callback chooses: an http(s) URL or a path. If it is
   * anything else, or if the callback fails, returns the origin. Without a callback, only targets
   * on the origin are allowed, or on all trusted origins if `redirects` is `'trusted'`.
   */
  redirect(ctx: SessionContext, url: string): string | Promise<string> {
    const { origin, config } = ctx;
    if (config.callbacks.redirect) return this.callRedirect(ctx, url);
    const trusted = config.redirects === 'trusted' ? config.trustedOrigins : undefined;
    const target = safeRedirect(url, origin, trusted);
    if (target === undefined) reportDropped(ctx, url);
    return target ?? origin;
  }

  private async callRedirect(ctx: SessionContext, url: string): Promise<string> {
    const { origin, config, logger } = ctx;
    try {
      const target: unknown = await callUser(config, 'callbacks.redirect', () =>
        config.callbacks.redirect?.({ url, baseUrl: origin }),
      );
      const usable = absolute(target, origin);
      if (usable === undefined) logger.warn('unusable-redirect');
      return usable ?? origin;
    } catch (thrown) {
      logger.error(new AuthError('callbacks.redirect failed', { err: toError(thrown) }));
      return origin;
    }
  }
}

/** Longest value, in bytes: with name and attributes 4096. @see RFC 6265 section 6.1 */
const LONGEST = 3900;

function fitsCookie(url: string): boolean {
  return url.length * LONGEST_ENCODED <= LONGEST || encodeURIComponent(url).length <= LONGEST;
}

/** Maximum length of one encoded character: three bytes of UTF-8, each as `%xx`. */
const LONGEST_ENCODED = 9;

function requested({ request }: SessionContext): string | undefined {
  const fromBody = request.fields?.get('callbackUrl');
  if (fromBody !== undefined && typeof fromBody !== 'string') {
    throw new InvalidRequest('callbackUrl: expected a string');
  }
  return fromBody || request.query['callbackUrl'];
}

/** Returns the callback's result as an absolute URL for `Location`; undefined if it is unusable. */
function absolute(target: unknown, origin: string): string | undefined {
  if (typeof target !== 'string' || /[\p{Cc}\\]/u.test(target)) return undefined;
  if (target.startsWith('//') || !isHttpUrlOrPath(target) || !URL.canParse(target, origin)) {
    return undefined;
  }
  const isAbsolute = !target.startsWith('/');
  return isAbsolute && /^[\x21-\x7e]+$/.test(target) ? target : new URL(target, origin).href;
}

/** Logs only the origin: the rest of the URL may come from an attacker and must not reach a log. */
function reportDropped({ logger, config }: SessionContext, url: string): void {
  const target = URL.canParse(url) ? new URL(url).origin : 'not a URL';
  const remedy = config.trustedOrigins.has(target)
    ? "set `redirects: 'trusted'`"
    : "if it is yours, add it to `trustedOrigins` and set `redirects: 'trusted'`";
  logger.info('callbackUrl dropped', { target, remedy });
}
