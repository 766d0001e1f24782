import { Injectable } from '@nestjs/common';
import { ProviderLogoutError } from '../../errors/internal.errors.js';
import { toError } from '../../errors/to-error.js';
import type { ActionContext } from '../../request/context/action-context.js';
import { SealedCookieService } from '../../request/context/sealed-cookie.service.js';
import type { SessionContext } from '../../request/context/session-context.js';
import type { ResolvedLogout } from '../../provider/provider-logout.js';
import type { Slots } from '../../feature-port/slots.js';
import type { VerifiedIdentity } from '../../feature-port/verified-identity.js';
import { hintOf, type KeptHint, textOf } from './kept-hint.js';
import { hasPath, hintCookie, MAX_VALUE } from './logout-cookies.js';

type Opened = Slots['opened'];

/** Longest time for which browsers keep a cookie, in seconds. @see RFC 6265bis section 5.5 */
const LONGEST = 400 * 24 * 60 * 60;
/** Longest claim that is sent as a hint, in characters. */
const MAX_HINT = 1024;

/**
 * Keeps what the provider needs to end its own session: the ID token, sealed in a cookie that only
 * sign-out receives.
 * @see OpenID Connect RP-Initiated Logout 1.0 section 2; docs/design/decisions.md 40, 45
 */
@Injectable()
export class LogoutHintService implements Opened {
  private readonly reported = new Set<string>();

  constructor(private readonly sealed: SealedCookieService) {}

  async run(ctx: ActionContext, identity: VerifiedIdentity, userId: string): Promise<void> {
    const { provider } = ctx;
    const logout = provider && 'logout' in provider ? provider.logout : undefined;
    if (!provider || !logout || identity.byProxy === true) return;
    try {
      const { definition, value, life } = await this.fit(ctx, { logout, identity, userId });
      ctx.cookies.set(definition, value, { expires: new Date(Date.now() + life * 1000) });
    } catch (thrown) {
      // The user is signed in; only the later sign-out at the provider is not possible.
      const details = { err: toError(thrown), provider: provider.id };
      ctx.logger.error(new ProviderLogoutError('the logout cookie could not be created', details));
    }
  }

  /** Reads the hint; undefined if its cookie is missing, planted, altered or too old. */
  read(ctx: SessionContext): KeptHint | undefined {
    const { name } = hintCookie(ctx);
    const [found, another] = ctx.cookies.find(name).filter(({ suffix }) => suffix === '');
    // If there are two, a neighbouring host has planted one of them.
    if (!found || another) return undefined;
    return hintOf(this.sealed.open(ctx, name, found.value));
  }

  /** Clears the cookie if the request has one. */
  clear(ctx: SessionContext): void {
    const definition = hintCookie(ctx);
    if (ctx.cookies.get(definition.name) !== undefined) ctx.cookies.delete(definition);
  }

  private async fit(ctx: ActionContext, { logout, identity, userId }: SignedInAt) {
    const { id: provider = '' } = ctx.provider ?? {};
    const definition = hintCookie(ctx);
    const { absoluteMaxAgeSeconds = LONGEST } = ctx.config.session;
    const life = Math.min(absoluteMaxAgeSeconds, LONGEST);
    const seal = (claims: KeptHint): Promise<string> =>
      this.sealed.seal(ctx, definition.name, { ...claims }, life);
    const { sid, login_hint: loginHint } = identity.claims ?? {};
    // A provider that issues `login_hint`, such as Microsoft Entra ID, accepts only that claim.
    const claim = textOf(loginHint) ?? textOf(sid);
    const hint = claim !== undefined && claim.length <= MAX_HINT ? claim : undefined;
    const short = { provider, userId, ...(logout.hint !== 'none' && hint && { hint }) };
    const idToken = logout.hint === 'id_token' ? identity.account.id_token : undefined;
    if (idToken === undefined || !hasPath(definition)) {
      return { definition, value: await seal(short), life };
    }
    const whole = await seal({ ...short, idToken });
    if (whole.length <= MAX_VALUE) return { definition, value: whole, life };
    this.warnOnce(ctx, provider);
    return { definition, value: await seal(short), life };
  }

  private warnOnce({ logger }: SessionContext, provider: string): void {
    if (this.reported.has(provider)) return;
    this.reported.add(provider);
    logger.warn('logout-hint-too-long');
  }
}

/** A sign-in with a provider that has a logout. */
interface SignedInAt {
  readonly logout: ResolvedLogout;
  readonly identity: VerifiedIdentity;
  readonly userId: string;
}
