import { Injectable } from '@nestjs/common';
import { AuthError } from '../errors/auth.error.js';
import { normalizeEmail } from '../model/normalize-email.js';
import type { SessionContext } from '../request/context/session-context.js';
import { callUser } from '../model/call-user.js';
import type { ResolvedWebAuthnProvider } from '../provider/resolved-provider.js';
import type { WebAuthnUserInfo } from '../provider/webauthn-provider.js';
import { adapterOf, callOptions } from './call-options.js';

/** Members of a new user that are stored. */
const TEXTS = ['email', 'name', 'image'];

/** Finds the user that a request names. */
@Injectable()
export class WebAuthnUserService {
  /** @returns null if it names no user @see docs/design/wire-contract.md 7.5 step 4 */
  async find(
    ctx: SessionContext,
    provider: ResolvedWebAuthnProvider,
  ): Promise<WebAuthnUserInfo | null> {
    const { config } = provider;
    if (!config.getUserInfo) return this.findByEmail(ctx);
    const options = callOptions(ctx, provider);
    const found = await callUser(ctx.config, 'getUserInfo', () => config.getUserInfo?.(...options));
    // JavaScript and loose types also return undefined for nobody.
    if (found === null || found === undefined) return null;
    if (isUserInfo(found)) return found;
    throw new AuthError(
      'getUserInfo must return null, or `user` and `exists`; `id`, `email`, `name` and `image` of the user must be strings, and a user who exists must have an `id`',
    );
  }

  private async findByEmail(ctx: SessionContext): Promise<WebAuthnUserInfo | null> {
    const email = normalizeEmail(ctx.request.query['email']);
    if (email === null) return null;
    const user = await adapterOf(ctx).getUserByEmail(email);
    // Uses the spelling in the request: the stored one would reveal that the address is stored.
    // @see docs/design/security-bar.md G10
    return user ? { user: { ...user, email }, exists: true } : { user: { email }, exists: false };
  }
}

function isUserInfo(found: Partial<WebAuthnUserInfo>): found is WebAuthnUserInfo {
  const { user, exists }: { user?: unknown; exists?: unknown } = found;
  if (typeof user !== 'object' || user === null || typeof exists !== 'boolean') return false;
  const { id, ...texts }: Partial<Record<string, unknown>> = { ...user };
  const hasId = typeof id === 'string' && id !== '';
  return (hasId || (!exists && id === undefined)) && TEXTS.every((name) => isText(texts[name]));
}

function isText(value: unknown): boolean {
  return typeof value === 'string' || value === undefined || value === null;
}
