import { Injectable } from '@nestjs/common';
import type { CookieDefinition } from '../cookies/cookie-definition.js';
import { SealedCookieService } from '../request/context/sealed-cookie.service.js';
import type { SessionContext } from '../request/context/session-context.js';
import type { Ticket } from './kept-challenge.js';

/** Length of a handle, in characters. */
const HANDLE = 43;

/** Reads and keeps what a browser may redeem: a sealed cookie for each purpose. */
@Injectable()
export class ChallengeTicketsService {
  constructor(private readonly sealed: SealedCookieService) {}

  /** @param token - of a link, in place of what this browser keeps */
  read(ctx: SessionContext, purpose: string, token?: string): Ticket | null {
    const { name } = cookieOf(ctx, purpose);
    const sealed = ctx.cookies.get(name);
    const claims = (sealed !== undefined && this.sealed.open(ctx, name, sealed)) || {};
    const { handle, secret, isHere } = claims;
    const own = typeof handle === 'string' ? handle : undefined;
    if (token !== undefined) {
      if (!/^[\w-]{86}$/.test(token)) return null;
      const [ofLink, secretOfLink] = [token.slice(0, HANDLE), token.slice(HANDLE)];
      return { handle: ofLink, secret: secretOfLink, isHere: own === ofLink && isHere === true };
    }
    if (own === undefined) return null;
    return {
      handle: own,
      isHere: isHere === true,
      ...(typeof secret === 'string' && { secret }),
    };
  }

  async write(ctx: SessionContext, purpose: string, ticket: Ticket, expires: Date): Promise<void> {
    const cookie = cookieOf(ctx, purpose);
    const life = Math.ceil((expires.getTime() - Date.now()) / 1000);
    ctx.cookies.set(cookie, await this.sealed.seal(ctx, cookie.name, { ...ticket }, life), {
      expires,
    });
  }

  forget(ctx: SessionContext, purpose: string): void {
    ctx.cookies.delete(cookieOf(ctx, purpose));
  }
}

/** Over https no other host can plant it, and with it what somebody else has begun. */
function cookieOf({ config, secure }: SessionContext, purpose: string): CookieDefinition {
  const { ownCookies } = config;
  const prefix = secure ? ownCookies.secure.replace(/^__Secure-/, '__Host-') : ownCookies.plain;
  return {
    name: `${prefix}challenge-${purpose}`,
    options: { path: '/', httpOnly: true, secure, sameSite: 'lax' },
  };
}
