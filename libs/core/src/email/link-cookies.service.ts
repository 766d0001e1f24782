import { Injectable } from '@nestjs/common';
import type { CookieDefinition } from '../cookies/cookie-definition.js';
import type { AuthContext } from '../exchange/auth-context.js';
import { SealedCookieService } from '../exchange/sealed-cookie.service.js';
import { type MailLink, parseMailLink } from './mail-link.js';

/** The mail that a browser asked for last. */
export interface LastSent {
  readonly identifier: string;
  /** Id of the provider. */
  readonly provider: string;
  /** Hash of the link, as stored. */
  readonly hash: string;
  readonly times: 'once' | 'again';
}

/** How many links of one browser sign in without the page that asks. */
const MOST_LINKS = 3;

/**
 * Cookies about mailed links: the links that the browser requested, and the one that it is about to
 * confirm. Both cookies are sealed and live for 15 minutes.
 * @see docs/design/decisions.md 5; docs/design/security-bar.md C10, F06, F07
 */
@Injectable()
export class LinkCookiesService {
  constructor(private readonly sealed: SealedCookieService) {}

  /** Remembers that this browser asked for a link. */
  async addAsked(ctx: AuthContext, { hash, ...sent }: LastSent): Promise<void> {
    const definition = askedCookie(ctx);
    const links = [hash, ...this.asked(ctx)].slice(0, MOST_LINKS);
    ctx.cookies.set(definition, await this.sealed.seal(ctx, definition.name, { links, ...sent }));
  }

  /**
   * The mail that this browser requested last, in any of its tabs; undefined after a link was
   * followed.
   */
  lastSent(ctx: AuthContext): LastSent | undefined {
    const { identifier, provider, times } = this.open(ctx, askedCookie(ctx)) ?? {};
    const [hash] = this.asked(ctx);
    if (typeof identifier !== 'string' || typeof provider !== 'string') return undefined;
    return hash === undefined
      ? undefined
      : { identifier, provider, hash, times: times === 'again' ? 'again' : 'once' };
  }

  /** Whether this browser requested the link. @param hashes - under which it may be stored */
  hasAsked(ctx: AuthContext, hashes: readonly string[]): boolean {
    return this.asked(ctx).some((hash) => hashes.includes(hash));
  }

  /** Keeps a link until the person confirms it, so that its token leaves the address bar. */
  async keep(ctx: AuthContext, { identifier, token }: MailLink): Promise<void> {
    const definition = keptCookie(ctx);
    const claims = { email: identifier, token, provider: ctx.provider?.id };
    ctx.cookies.set(definition, await this.sealed.seal(ctx, definition.name, claims));
  }

  /** The link to confirm; undefined where there is none for this provider. */
  kept(ctx: AuthContext): MailLink | undefined {
    const claims = this.open(ctx, keptCookie(ctx));
    if (claims?.['provider'] !== ctx.provider?.id) return undefined;
    const { email, token } = claims ?? {};
    if (typeof email !== 'string' || typeof token !== 'string') return undefined;
    return parseMailLink({ email, token });
  }

  /** Clears both cookies: a link is tried once, whether it signs in or not. */
  clear(ctx: AuthContext): void {
    for (const definition of [askedCookie(ctx), keptCookie(ctx)]) {
      if (ctx.cookies.get(definition.name) !== undefined) ctx.cookies.delete(definition);
    }
  }

  private asked(ctx: AuthContext): string[] {
    const links = this.open(ctx, askedCookie(ctx))?.['links'];
    return Array.isArray(links) ? links.filter((hash) => typeof hash === 'string') : [];
  }

  private open(ctx: AuthContext, { name }: CookieDefinition): Record<string, unknown> | null {
    const value = ctx.cookies.get(name);
    return value === undefined ? null : this.sealed.open(ctx, name, value);
  }
}

/** Named and set like the cookie `state`, which binds an OAuth sign-in to its browser. */
function askedCookie({ cookieDefinitions: { state } }: AuthContext): CookieDefinition {
  return { name: `${state.name}.mail-asked`, options: state.options };
}

function keptCookie({ cookieDefinitions: { state } }: AuthContext): CookieDefinition {
  return { name: `${state.name}.mail-link`, options: state.options };
}
