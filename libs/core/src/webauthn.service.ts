import {
  BadRequestException,
  ConflictException,
  Injectable,
  NotFoundException,
  UnauthorizedException,
} from '@nestjs/common';
import type { AdapterAuthenticator, AdapterUser } from './adapter/adapter-rows.js';
import type { CompleteAdapter } from './adapter/complete-adapter.js';
import { MissingAdapterMethods } from './errors/configuration.errors.js';
import { InvalidProvider } from './errors/internal.errors.js';
import { AuthContextService } from './exchange/auth-context.service.js';
import type { PlatformRequest } from './exchange/platform-request.js';
import type { PlatformResponse } from './exchange/platform-response.js';
import type { SessionContext } from './exchange/session-context.js';
import type { ResolvedWebAuthnProvider } from './provider/resolved-provider.js';
import { CurrentSessionService } from './session/current-session.service.js';
import { adapterOf } from './webauthn/call-options.js';
import { removePasskey } from './webauthn/remove-passkey.js';
import {
  type RegistrationOptionsJSON,
  WebAuthnOptionsService,
} from './webauthn/webauthn-options.service.js';

/** One of a user's passkeys, as it may be shown to that user. */
export interface PasskeySummary {
  /** Id of the credential, in base64url. */
  readonly id: string;
  /** Name that the user chose; null if there is none. */
  readonly name: string | null;
  /** `multiDevice` if the passkey can be used on several devices, else `singleDevice`. */
  readonly deviceType: string;
  /** Whether the passkey is backed up. */
  readonly backedUp: boolean;
  readonly transports: readonly string[];
}

/** Maximum length of a name, in characters. */
const MAX_NAME = 64;

/** The context and user of a request, and the adapter that stores the user's passkeys. */
interface Asker {
  readonly ctx: SessionContext;
  readonly adapter: CompleteAdapter;
  readonly user: AdapterUser;
}

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
  ) {}

  /** Returns all passkeys of the user. */
  async list(request: PlatformRequest): Promise<PasskeySummary[]> {
    const { adapter, user } = await this.open(request);
    return (await adapter.listAuthenticatorsByUserId(user.id)).map(toSummary);
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
    const asker = await this.open(request);
    const { adapter } = asker;
    if (!adapter.has('updateAuthenticator') || !adapter.columns.has('authenticators.name')) {
      throw new MissingAdapterMethods(
        'adapter: naming passkeys needs `updateAuthenticator` and the column `authenticators.name`',
      );
    }
    const text = typeof name === 'string' ? name.trim() : '';
    if (text === '' || text.length > MAX_NAME || /\p{C}/u.test(text)) {
      throw new BadRequestException(`the name must be 1 to ${MAX_NAME} printable characters`);
    }
    const { credentialID } = await find(asker, id);
    const renamed = await adapter.updateAuthenticator({ credentialID, name: text });
    return toSummary(renamed ?? missing());
  }

  /**
   * Removes a passkey and its account. Sessions that were started with it continue.
   * @throws {NotFoundException} if the user has no such passkey
   * @throws {ConflictException} if it is the only remaining way to sign in
   */
  async remove(request: PlatformRequest, id: string): Promise<void> {
    const asker = await this.open(request);
    const passkey = await find(asker, id);
    const providerIds = providersOf(asker.ctx).map((provider) => provider.id);
    if (!(await removePasskey({ ...asker, providerIds }, passkey))) {
      throw new ConflictException('the passkey is the only way to sign in; add another way first');
    }
    asker.ctx.logger.info('passkey removed', { userId: asker.user.id });
  }

  /**
   * Returns options for `navigator.credentials.create()`, to add a passkey. Their challenge is
   * stored in a cookie on the response. The browser then posts the new credential to the provider's
   * callback.
   * @param providerId - id of a WebAuthn provider; by default, the first one is used
   * @throws {InvalidProvider} if no such provider is configured
   */
  async registrationOptions(
    request: PlatformRequest,
    response: PlatformResponse,
    providerId?: string,
  ): Promise<RegistrationOptionsJSON> {
    const { ctx, user } = await this.open(request);
    const provider = providersOf(ctx).find(
      ({ id }) => providerId === undefined || id === providerId,
    );
    if (!provider) throw new InvalidProvider('no such WebAuthn provider is configured');
    const options = await this.options.registerSessionUser(ctx, provider, user);
    this.contexts.send(request, response, ctx.cookies.changed());
    return options;
  }

  private async open(request: PlatformRequest): Promise<Asker> {
    const ctx = await this.contexts.openRoute(request);
    const user = await this.sessions.currentUser(ctx);
    if (!user) throw new UnauthorizedException();
    return { ctx, adapter: adapterOf(ctx), user };
  }
}

/** Finds a passkey of the user; another user's passkey is treated as if it did not exist. */
async function find({ adapter, user }: Asker, id: string): Promise<AdapterAuthenticator> {
  const own = await adapter.listAuthenticatorsByUserId(user.id);
  return own.find(({ credentialID }) => toId(credentialID) === id) ?? missing();
}

function missing(): never {
  throw new NotFoundException('there is no such passkey');
}

function providersOf({ config }: SessionContext): ResolvedWebAuthnProvider[] {
  return [...config.providers.values()].filter((provider) => provider.type === 'webauthn');
}

function toSummary(authenticator: AdapterAuthenticator): PasskeySummary {
  const { credentialID, credentialDeviceType, credentialBackedUp, transports, name } =
    authenticator;
  return {
    id: toId(credentialID),
    name: name ?? null,
    deviceType: credentialDeviceType,
    backedUp: credentialBackedUp,
    transports: transports ? transports.split(',') : [],
  };
}

function toId(credentialID: string): string {
  return Buffer.from(credentialID, 'base64').toString('base64url');
}
