import { BadRequestException, Injectable, NotFoundException } from '@nestjs/common';
import type { AdapterAuthenticator } from '../../adapter/adapter-rows.js';
import type { CompleteAdapter } from '../../adapter/complete-adapter.js';
import { MissingAdapterMethods } from '../../errors/configuration.errors.js';
import { FeaturesService } from '../../feature-port/features.service.js';
import type { ResolvedWebAuthnProvider } from '../../provider/resolved-provider.js';
import type { SessionContext } from '../../request/context/session-context.js';
import { CurrentSessionService } from '../../session/current/current-session.service.js';
import type { WaysOf } from '../../sign-in/way-in.js';
import { WaysInService } from '../../sign-in/ways-in.service.js';
import { OtherSessionsService } from '../session-list/other-sessions.service.js';
import type { PasskeySummary } from './passkey-summary.js';
import { removalOfPasskey } from './remove-passkey.js';

/** Maximum length of a name, in characters. */
export const MAX_PASSKEY_NAME = 64;

/** Lists, names and removes the passkeys of a user. */
@Injectable()
export class PasskeysService {
  constructor(
    private readonly sessions: CurrentSessionService,
    private readonly ways: WaysInService,
    private readonly features: FeaturesService,
    private readonly others: OtherSessionsService,
  ) {}

  async list({ adapter, user }: WaysOf): Promise<PasskeySummary[]> {
    return (await adapter.listAuthenticatorsByUserId(user.id)).map(toSummary);
  }

  /**
   * @param name - 1 to 64 printable characters
   * @throws {NotFoundException} if the user has no such passkey
   * @throws {BadRequestException} if the name is not allowed
   * @throws {MissingAdapterMethods} if the adapter cannot store names
   */
  async rename(owner: WaysOf, id: string, name: unknown): Promise<PasskeySummary> {
    const { adapter } = owner;
    if (!canNamePasskeys(adapter)) {
      throw new MissingAdapterMethods(
        'adapter: naming passkeys needs `updateAuthenticator` and the column `authenticators.name`',
      );
    }
    const text = typeof name === 'string' ? name.trim() : '';
    if (text === '' || text.length > MAX_PASSKEY_NAME || /\p{C}/u.test(text)) {
      throw new BadRequestException(
        `the name must be 1 to ${MAX_PASSKEY_NAME} printable characters`,
      );
    }
    const { credentialID } = await find(owner, id);
    const renamed = await adapter.updateAuthenticator({ credentialID, name: text });
    return toSummary(renamed ?? missing());
  }

  /**
   * Removes a passkey and its account. Other sessions of the user end if they can be ended.
   * @throws {NotFoundException} if the user has no such passkey
   * @throws {LastWayIn} if it is the only remaining way to sign in
   * @throws {FreshAuthRequired} if it is too long since the user proved who they are
   */
  async remove(owner: WaysOf, id: string): Promise<void> {
    const { ctx, user } = owner;
    await this.sessions.assertFresh(ctx);
    const passkey = await find(owner, id);
    const providers = passkeyProviders(ctx).map((provider) => provider.id);
    const [provider = ''] = providers;
    const removal = await removalOfPasskey({ ...owner, providerIds: providers }, passkey);
    await this.ways.remove(owner, removal);
    await this.others.endOrRestore(ctx, user.id, removal);
    ctx.logger.info('passkey removed', { userId: user.id });
    await this.features.wayChanged(ctx, { user, done: 'removed', kind: 'passkey', provider });
  }
}

export function passkeyProviders({ config }: SessionContext): ResolvedWebAuthnProvider[] {
  return [...config.providers.values()].filter((provider) => provider.type === 'webauthn');
}

export function canNamePasskeys(adapter: CompleteAdapter): boolean {
  return adapter.has('updateAuthenticator') && adapter.columns.has('authenticators.name');
}

/** Finds a passkey of the user; another user's passkey is treated as if it did not exist. */
async function find({ adapter, user }: WaysOf, id: string): Promise<AdapterAuthenticator> {
  const own = await adapter.listAuthenticatorsByUserId(user.id);
  return own.find(({ credentialID }) => toId(credentialID) === id) ?? missing();
}

function missing(): never {
  throw new NotFoundException('there is no such passkey');
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
