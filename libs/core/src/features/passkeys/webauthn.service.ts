import { Injectable, UnauthorizedException } from '@nestjs/common';
import { InvalidProvider } from '../../errors/internal.errors.js';
import { AuthContextService } from '../../request/auth-context.service.js';
import type { PlatformRequest } from '../../request/platform/platform-request.js';
import type { PlatformResponse } from '../../request/platform/platform-response.js';
import { CurrentSessionService } from '../../session/current/current-session.service.js';
import { refuseStale } from '../../sign-in/refuse-stale.js';
import type { WaysOf } from '../../sign-in/way-in.js';
import { adapterOf } from '../../webauthn/call-options.js';
import {
  type RegistrationOptionsJSON,
  WebAuthnOptionsService,
} from '../../webauthn/webauthn-options.service.js';
import { assertContinues } from '../session-list/other-sessions.service.js';
import type { PasskeySummary } from './passkey-summary.js';
import { passkeyProviders, PasskeysService } from './passkeys.service.js';

/**
 * Manages the passkeys of the signed-in user, for pages of the application. The id of another
 * user's passkey has the same result as an id that does not exist.
 * @throws {UnauthorizedException} from every method if nobody is signed in
 * @see docs/design/security-bar.md A31
 */
@Injectable()
export class WebAuthnService {
  constructor(
    private readonly contexts: AuthContextService,
    private readonly sessions: CurrentSessionService,
    private readonly options: WebAuthnOptionsService,
    private readonly passkeys: PasskeysService,
  ) {}

  /** Returns all passkeys of the user. */
  async list(request: PlatformRequest): Promise<PasskeySummary[]> {
    return this.passkeys.list(await this.open(request));
  }

  /**
   * Renames a passkey.
   * @param id - as returned by {@link list}
   * @param name - 1 to 64 printable characters
   * @throws {NotFoundException} if the user has no such passkey
   * @throws {BadRequestException} if the name is not allowed
   * @throws {MissingAdapterMethods} if the adapter cannot store names
   */
  async rename(request: PlatformRequest, id: string, name: string): Promise<PasskeySummary> {
    return this.passkeys.rename(await this.open(request), id, name);
  }

  /**
   * Removes a passkey and its account. The session of the request continues; other sessions of the
   * user end if they can be ended.
   * @param response - required for a stateless session that continues in a new cookie
   * @throws {ForbiddenException} `FreshAuthRequired`, if it is too long since the user proved who they are
   * @throws {NotFoundException} if the user has no such passkey
   * @throws {LastWayIn} if it is the only remaining way to sign in
   * @throws {AuthError} if `response` is missing
   */
  async remove(request: PlatformRequest, id: string, response?: PlatformResponse): Promise<void> {
    const owner = await this.open(request);
    assertContinues(owner.ctx, response, 'WebAuthnService.remove');
    await refuseStale(owner.ctx, () => this.passkeys.remove(owner, id));
    if (response) this.contexts.send(request, response, owner.ctx.cookies.changed());
  }

  /**
   * Returns options for `navigator.credentials.create()`, to add a passkey. Their challenge is
   * stored in a cookie on the response. The browser then posts the new credential to the provider's
   * callback.
   * @param providerId - id of a WebAuthn provider; by default, the first one is used
   * @throws {InvalidProvider} if no such provider is configured
   * @throws {ForbiddenException} `FreshAuthRequired`, if it is too long since the user proved who they are
   */
  async registrationOptions(
    request: PlatformRequest,
    response: PlatformResponse,
    providerId?: string,
  ): Promise<RegistrationOptionsJSON> {
    const { ctx, user } = await this.open(request);
    const provider = passkeyProviders(ctx).find(
      ({ id }) => providerId === undefined || id === providerId,
    );
    if (!provider) throw new InvalidProvider('no such WebAuthn provider is configured');
    await refuseStale(ctx, () => this.sessions.assertFresh(ctx));
    const options = await this.options.registerSessionUser(ctx, provider, user);
    this.contexts.send(request, response, ctx.cookies.changed());
    return options;
  }

  private async open(request: PlatformRequest): Promise<WaysOf> {
    const ctx = await this.contexts.openRoute(request);
    const user = await this.sessions.currentUser(ctx);
    if (!user) throw new UnauthorizedException();
    return { ctx, adapter: adapterOf(ctx), user };
  }
}
