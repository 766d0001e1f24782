import { Injectable } from '@nestjs/common';
import { AuthError } from '../../errors/auth.error.js';
import { InvalidLogoutToken } from '../../errors/internal.errors.js';
import { RateLimited } from '../../errors/sign-in.errors.js';
import { toError } from '../../errors/to-error.js';
import type { Action } from '../../request/context/action.port.js';
import type { ActionContext } from '../../request/context/action-context.js';
import { headerOf } from '../../request/context/auth-request.js';
import { type ActionResult, jsonOf, RETRY_AFTER } from '../../request/context/auth-response.js';
import { LimitsService } from '../../limits/limits.service.js';
import { logFault } from '../../logging/log-fault.js';
import { withTimeout } from '../../model/with-timeout.js';
import { KeysNotRenewed } from '../../oauth/client/keys-not-renewed.js';
import { BackchannelLogoutService } from './backchannel-logout.service.js';
import type { ProviderNotice } from './provider-notice.js';
import { LogoutTokenService } from './logout-token.service.js';

/** Longest body, in characters. */
const MAX_BODY = 65_536;

/**
 * POST backchannel-logout/:provider: handles a notice that the provider has ended its own session.
 * @see OpenID Connect Back-Channel Logout 1.0 sections 2.5 to 2.8
 */
@Injectable()
export class BackchannelLogoutAction implements Action {
  constructor(
    private readonly tokens: LogoutTokenService,
    private readonly logout: BackchannelLogoutService,
    private readonly limits: LimitsService,
  ) {}

  async run(ctx: ActionContext): Promise<ActionResult> {
    if (isTooLarge(ctx)) return refusal(413);
    try {
      const work = this.end(ctx);
      await withTimeout(work, ctx.config.timeoutMs, 'the logout');
      return {};
    } catch (thrown) {
      const error = toError(thrown);
      if (error instanceof KeysNotRenewed) {
        // A warning, since anybody can cause any number of them.
        ctx.logger.warn('InvalidLogoutToken', error);
        return unavailable(String(error.retryAfterSeconds));
      }
      logFault(ctx.logger, error);
      if (error instanceof InvalidLogoutToken) return refusal(400);
      if (error instanceof RateLimited) {
        return { ...refusal(429), headers: { 'retry-after': String(error.retryAfterSeconds) } };
      }
      return unavailable();
    }
  }

  private async end(ctx: ActionContext): Promise<void> {
    const notice = await this.verify(ctx);
    await this.logout.apply(ctx, ctx.provider?.id ?? '', notice);
  }

  /**
   * Verifies the notice. Only refused ones count and wait: many valid ones may arrive, and a provider
   * sends those of all its customers from one network.
   */
  private async verify(ctx: ActionContext): Promise<ProviderNotice> {
    const { provider } = ctx;
    if (provider?.type !== 'oidc') throw new AuthError('the provider does not send logout tokens');
    let fault: unknown;
    const options = { work: 'logoutTokens', counted: 'failed' } as const;
    const notice = await this.limits.attempt(ctx, options, async () => {
      try {
        return await this.tokens.verify(ctx, provider, tokenOf(ctx));
      } catch (thrown) {
        if (thrown instanceof InvalidLogoutToken) throw thrown;
        fault = thrown;
        return undefined;
      }
    });
    if (notice) return notice;
    throw fault;
  }
}

/** Returns the only field of the form that is used; undefined for any other body. */
function tokenOf({ request }: ActionContext): unknown {
  const type = headerOf(request, 'content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded') return undefined;
  const { fields } = request;
  return fields?.isRepeated('logout_token') === true ? undefined : fields?.get('logout_token');
}

function isTooLarge({ request }: ActionContext): boolean {
  if (Number(headerOf(request, 'content-length') ?? 0) > MAX_BODY) return true;
  const token = request.fields?.get('logout_token');
  return typeof token === 'string' && token.length > MAX_BODY;
}

/**
 * After a 400, the provider would never try again.
 * @see OpenID Connect Back-Channel Logout 1.0 section 2.8
 */
function unavailable(wait: string = RETRY_AFTER): ActionResult {
  return { status: 503, headers: { 'retry-after': wait } };
}

function refusal(status: number): ActionResult {
  return jsonOf({ error: 'invalid_request' }, status);
}
