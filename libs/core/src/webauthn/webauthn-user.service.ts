import { Injectable } from '@nestjs/common';
import { normalizeEmail } from '../model/normalize-email.js';
import type { SessionContext } from '../exchange/session-context.js';
import { callUser } from '../model/call-user.js';
import type { ResolvedWebAuthnProvider } from '../provider/resolved-provider.js';
import type { WebAuthnUserInfo } from '../provider/webauthn-provider.js';
import { adapterOf, callOptions } from './call-options.js';

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
    return callUser(ctx.config, 'getUserInfo', () => config.getUserInfo?.(...options) ?? null);
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
