import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { AdapterUser } from '../../adapter/adapter-rows.js';
import type { JwtParams } from '../../config/options/callbacks.js';
import { AuthError } from '../../errors/auth.error.js';
import type { SessionContext } from '../../request/context/session-context.js';
import type { JWT } from '../../model/jwt.js';
import { FeaturesService } from '../../feature-port/features.service.js';
import { deepCopy } from '../../model/deep-copy.js';
import { withTimeout } from '../../model/with-timeout.js';
import { isOwnUser } from '../token/own-user.js';
import { OWN_CLAIMS, RESERVED_CLAIMS } from '../token/reserved-claims.js';
import type { SessionState, SessionUpdate } from '../strategy/session-strategy.port.js';
import { tokenMembers } from './token-members.js';
import { withProofState } from './unproven-session.js';

/** Claims that are set each time a token is issued. */
const TIMES: ReadonlySet<string> = new Set(['iat', 'exp', 'jti']);

/** Why the callback is called again. */
interface Occasion {
  /** The update that the client sent. */
  readonly update?: SessionUpdate;
  readonly state?: SessionState;
}

/** Calls the application's `jwt` callback. @see docs/design/wire-contract.md 9.1 */
@Injectable()
export class JwtCallbackService {
  /** Realms for which the warning was logged. */
  private readonly warned = new Set<string>();

  constructor(private readonly features: FeaturesService) {}

  /**
   * Calls the callback at sign-in. If it spreads the provider's profile, it adds claims with
   * reserved names, which are ignored: the provider's `sub`, for example, is not the user's id.
   * @returns null if the callback refuses the session
   */
  async atSignIn(ctx: SessionContext, params: JwtParams): Promise<JWT | null> {
    if (!ctx.config.callbacks.jwt) return params.token;
    const { sub } = params.token;
    const result = await this.callJwt(ctx, deepCopy(params));
    if (!result) return null;
    if (result.sub !== sub) this.warnOnce(ctx);
    return keep([...RESERVED_CLAIMS, ...this.features.claims(ctx.config)], result, { sub });
  }

  /** @returns null if the callback refuses or ends the session */
  private async callJwt(ctx: SessionContext, params: JwtParams): Promise<JWT | null> {
    const { callbacks, timeoutMs } = ctx.config;
    if (!callbacks.jwt) return params.token;
    const result: unknown = await withTimeout(
      Promise.resolve(callbacks.jwt(params)),
      timeoutMs,
      'callbacks.jwt',
    );
    if (result === null) return null;
    if (typeof result !== 'object' || Array.isArray(result)) {
      throw new AuthError('callbacks.jwt must return the token or null');
    }
    return result as JWT;
  }

  /**
   * Calls the callback when a session is read or updated, with the stored user if the token is
   * stale. The callback receives copies: claims may come from a cache.
   */
  async refresh(
    ctx: SessionContext,
    claims: JWT,
    { update, state }: Occasion,
  ): Promise<JWT | null> {
    const token = structuredClone(claims);
    const isChanged = state === 'stale' || update?.isStoredUser === true;
    const user = isChanged ? await storedUser(ctx, claims) : undefined;
    if (user) Object.assign(token, tokenMembers(user));
    const isUpdate = update !== undefined || state === 'stale';
    const result = await this.callJwt(ctx, {
      token,
      ...(isUpdate && { trigger: 'update' }),
      ...(user && { user: deepCopy(user) }),
      session: update?.data,
    });
    if (!result) return null;
    const own = [...(isUpdate ? RESERVED_CLAIMS : OWN_CLAIMS), ...this.features.claims(ctx.config)];
    const kept = keep(own, result, claims);
    // The application may have given the user an address that nobody has proven.
    return user ? withProofState(ctx, kept, user) : kept;
  }

  private warnOnce({ config, logger }: SessionContext): void {
    if (this.warned.has(config.realm)) return;
    this.warned.add(config.realm);
    logger.warn('foreign-sub');
  }

  /** Whether the claims have changed, apart from those that are set on each issue. */
  hasChanged(before: JWT, after: JWT): boolean {
    return before !== after && !isDeepStrictEqual(payload(before), payload(after));
  }
}

/** Returns the result with the named claims restored. @see docs/design/security-bar.md D07, E23 */
function keep(names: readonly string[], result: JWT, claims: JWT): JWT {
  const kept = names.map((name) => [name, claims[name]]).filter(([, value]) => value !== undefined);
  const free = Object.entries(result).filter(([name]) => !names.includes(name));
  return Object.fromEntries([...free, ...kept]) as JWT;
}

async function storedUser(
  { config: { adapter } }: SessionContext,
  claims: JWT,
): Promise<AdapterUser | undefined> {
  const { sub } = claims;
  if (!adapter || sub === undefined || isOwnUser(claims)) return undefined;
  return (await adapter.getUser(sub)) ?? undefined;
}

/** The claims as represented in JSON, without those that are set on each issue. */
function payload(claims: JWT): unknown {
  const entries = Object.entries(claims).filter(
    ([name, value]) => !TIMES.has(name) && value !== undefined,
  );
  return JSON.parse(JSON.stringify(Object.fromEntries(entries)));
}
