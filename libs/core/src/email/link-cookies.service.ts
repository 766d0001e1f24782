import { Injectable } from '@nestjs/common';
import type { CookieDefinition } from '../cookies/cookie-definition.js';
import type { ActionContext } from '../request/context/action-context.js';
import { SealedCookieService } from '../request/context/sealed-cookie.service.js';
import { type MailLink, parseMailLink } from './mail-link.js';

/** The mail that a browser requested last. */
export interface LastSent {
  readonly identifier: string;
  /** Id of the provider. */
  readonly provider: string;
  /** Hash of the link, as stored. */
  readonly hash: string;
  readonly times: 'once' | 'again';
}

/** Maximum number of links requested by one browser that sign in without the confirm page. */
const MOST_LINKS = 3;

/**
 * Manages the cookies for emailed links: one with the links that the browser requested, and one
 * with the link that it is about to confirm. Both are sealed and valid for 15 minutes.
 * @see docs/design/decisions.md 5; docs/design/security-bar.md C10, F06, F07
 */
@Injectable()
export class LinkCookiesService {
  constructor(private readonly sealed: SealedCookieService) {}

  /** Remembers that this browser requested a link. */
  async addAsked(ctx: ActionContext, { hash, ...sent }: LastSent): Promise<void> {
    const definition = askedCookie(ctx);
    const links = [hash, ...this.asked(ctx)].slice(0, MOST_LINKS);
    ctx.cookies.set(definition, await this.sealed.seal(ctx, definition.name, { links, ...sent }));
  }

  /**
   * Returns the mail that this browser requested last, in any of its tabs; undefined after a link
   * was followed.
   */
  lastSent(ctx: ActionContext): LastSent | undefined {
    const { identifier, provider, times } = this.open(ctx, askedCookie(ctx)) ?? {};
    const [hash] = this.asked(ctx);
    if (typeof identifier !== 'string' || typeof provider !== 'string') return undefined;
    return hash === undefined
      ? undefined
      : { identifier, provider, hash, times: times === 'again' ? 'again' : 'once' };
  }

  /** Whether this browser requested the link. @param hashes - those that it may be stored under */
  hasAsked(ctx: ActionContext, hashes: readonly string[]): boolean {
    return this.asked(ctx).some((hash) => hashes.includes(hash));
  }

  /** Keeps a link until the user confirms it, so that its token disappears from the address bar. */
  async keep(ctx: ActionContext, { identifier, token }: MailLink): Promise<void> {
    const definition = keptCookie(ctx);
    const claims = { email: identifier, token, provider: ctx.provider?.id };
    ctx.cookies.set(definition, await this.sealed.seal(ctx, definition.name, claims));
  }

  /** Returns the link to confirm; undefined if there is none for this provider. */
  kept(ctx: ActionContext): MailLink | undefined {
    const claims = this.open(ctx, keptCookie(ctx));
    if (claims?.['provider'] !== ctx.provider?.id) return undefined;
    const { email, token } = claims ?? {};
    if (typeof email !== 'string' || typeof token !== 'string') return undefined;
    return parseMailLink({ email, token });
  }

  /** Clears both cookies: a link can be tried once, whether or not it signs in. */
  clear(ctx: ActionContext): void {
    for (const definition of [askedCookie(ctx), keptCookie(ctx)]) {
      if (ctx.cookies.get(definition.name) !== undefined) ctx.cookies.delete(definition);
    }
  }

  private asked(ctx: ActionContext): string[] {
    const links = this.open(ctx, askedCookie(ctx))?.['links'];
    return Array.isArray(links) ? links.filter((hash) => typeof hash === 'string') : [];
  }

  private open(ctx: ActionContext, { name }: CookieDefinition): Record<string, unknown> | null {
    const value = ctx.cookies.get(name);
    return value === undefined ? null : this.sealed.open(ctx, name, value);
  }
}

/** Has a name and attributes like those of the cookie `state`, which ties OAuth to a browser. */
function askedCookie({ cookieDefinitions: { state } }: ActionContext): CookieDefinition {
  return { name: `${state.name}.mail-asked`, options: state.options };
}

function keptCookie({ cookieDefinitions: { state } }: ActionContext): CookieDefinition {
  return { name: `${state.name}.mail-link`, options: state.options };
}
