import { Injectable } from '@nestjs/common';
import { InvalidProvider } from '../errors/internal.errors.js';
import { FreshAuthRequired } from '../errors/sign-in.errors.js';
import type { Action } from '../request/context/action.port.js';
import type { ActionContext } from '../request/context/action-context.js';
import { headerOf } from '../request/context/auth-request.js';
import type { ActionResult } from '../request/context/auth-response.js';
import { jsonOf, refusalOf } from '../request/context/auth-response.js';
import { assertOrigin } from '../request/csrf/assert-origin.js';
import { LimitsService } from '../limits/limits.service.js';
import type { User } from '../model/user.js';
import type { ResolvedWebAuthnProvider } from '../provider/resolved-provider.js';
import type { WebAuthnUserInfo } from '../provider/webauthn-provider.js';
import { CurrentSessionService } from '../session/current/current-session.service.js';
import { reauthenticateLocation } from '../sign-in/reauthenticate-location.js';
import { chooseCeremony } from './choose-ceremony.js';
import { WebAuthnOptionsService } from './webauthn-options.service.js';
import { WebAuthnUserService } from './webauthn-user.service.js';

/**
 * GET webauthn-options: returns the ceremony that the browser runs, and its options.
 * @see docs/design/wire-contract.md 6.11, 7.5
 */
@Injectable()
export class WebAuthnOptionsAction implements Action {
  constructor(
    private readonly options: WebAuthnOptionsService,
    private readonly users: WebAuthnUserService,
    private readonly sessions: CurrentSessionService,
    private readonly limits: LimitsService,
  ) {}

  async run(ctx: ActionContext): Promise<ActionResult> {
    const { provider, request } = ctx;
    if (provider?.type !== 'webauthn') return refuseProvider(ctx);
    const asked = request.query['action'];
    if (asked !== undefined && asked !== 'authenticate' && asked !== 'register') {
      return jsonOf({ error: 'Invalid action' }, 400);
    }
    // Pages of other sites must not use up what the network of their visitors may ask for.
    assertOrigin(ctx);
    await this.limits.count(ctx, { work: 'passkeys' });
    return this.respond(ctx, provider, asked);
  }

  private async respond(
    ctx: ActionContext,
    provider: ResolvedWebAuthnProvider,
    asked: 'authenticate' | 'register' | undefined,
  ): Promise<ActionResult> {
    const current = await this.sessions.currentUser(ctx);
    const found = current ? { user: current, exists: true } : await this.users.find(ctx, provider);
    const rows = provider.inferAction ? 'infer' : 'alike';
    const action = chooseCeremony({ asked, signedIn: current !== null, found, rows });
    if (action === 'authenticate') {
      return jsonOf({ action, options: await this.options.authenticate(ctx, provider, found) });
    }
    const email = found?.user.email;
    if (action === undefined || !found || !email) return jsonOf({ error: 'Invalid request' }, 400);
    if (current && !(await this.isFresh(ctx))) return proveFirst(ctx);
    const options = current
      ? await this.options.registerSessionUser(ctx, provider, current)
      : await this.options.registerNewUser(ctx, provider, { email, ...newcomer(found) });
    return jsonOf({ action, options });
  }

  private async isFresh(ctx: ActionContext): Promise<boolean> {
    try {
      await this.sessions.assertFresh(ctx);
      return true;
    } catch (thrown) {
      if (thrown instanceof FreshAuthRequired) return false;
      throw thrown;
    }
  }
}

/** Asks for the proof before the browser asks for anything. */
function proveFirst(ctx: ActionContext): ActionResult {
  const { url } = reauthenticateLocation(ctx, ctx.config.account.freshness.default);
  const errorCode = 'FRESH_AUTH_REQUIRED';
  return refusalOf('FreshAuthRequired', {
    status: 403,
    errorCode,
    ...(url !== undefined && { url }),
  });
}

/** Returns a new user's data; a caller who only knows an address never receives stored data. */
function newcomer({ user, exists }: WebAuthnUserInfo): Pick<User, 'name' | 'image'> {
  return exists ? {} : { name: user.name, image: user.image };
}

/** Responds with a page to a navigation, and with a JSON error to a script. */
function refuseProvider({ request }: ActionContext): ActionResult {
  if (headerOf(request, 'accept')?.includes('text/html')) {
    throw new InvalidProvider('the path must name a WebAuthn provider');
  }
  return jsonOf({ error: 'Invalid provider' }, 400);
}
