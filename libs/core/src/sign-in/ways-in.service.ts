import { Injectable } from '@nestjs/common';
import type { ResolvedAuthConfig } from '../config/resolved-auth-config.js';
import { LastWayIn } from '../errors/sign-in.errors.js';
import { FeaturesService } from '../feature-port/features.service.js';
import { isSameAddress } from '../model/is-same-address.js';
import { identifierOf } from '../provider/identifier-of.js';
import type { ResolvedEmailProvider } from '../provider/resolved-provider.js';
import { CurrentSessionService } from '../session/current/current-session.service.js';
import type { Removal, WayIn, WaysOf } from './way-in.js';

/** Finds the ways in which a user can sign in, so that nobody removes the last one. */
@Injectable()
export class WaysInService {
  constructor(
    private readonly features: FeaturesService,
    private readonly sessions: CurrentSessionService,
  ) {}

  /**
   * Removes a way unless it is the last one. Looks again afterwards: the later of two removals sees
   * the effect of both, and undoes its own.
   * @throws {LastWayIn} if no other way is left; nothing is removed then
   * @throws {FreshAuthRequired} if the session has ended meanwhile; nothing is removed then
   */
  async remove(asker: WaysOf, removal: Removal): Promise<void> {
    if (!(await this.isOtherLeft(asker, removal))) throw new LastWayIn();
    // Features take time.
    await this.sessions.assertFresh(asker.ctx);
    await removal.remove();
    let isLeft = false;
    try {
      isLeft = await this.isOtherLeft(asker, removal);
    } catch (thrown) {
      await removal.restore();
      throw thrown;
    }
    if (!isLeft && (await removal.restore())) throw new LastWayIn();
  }

  /** Returns all ways. Accounts count only if the adapter has `listAccountsByUserId`. */
  async list(asker: WaysOf): Promise<WayIn[]> {
    const { ctx, adapter, user } = asker;
    const accounts = adapter.has('listAccountsByUserId')
      ? await usableAccounts(asker)
      : await usablePasskeys(asker);
    const features = await this.features.ways(ctx, user.id);
    return [
      ...(await mailedLinks(asker)),
      ...accounts,
      ...features.map((name) => ({ kind: 'feature', name }) as const),
    ];
  }

  private async isOtherLeft(asker: WaysOf, removal: Removal): Promise<boolean> {
    return !(await this.list(asker)).every((way) => removal.covers(way));
  }
}

/**
 * An application may store something else as the address, such as a staff number; and its adapter may
 * not find one in capitals, which links are never mailed to: they would register another user.
 */
async function mailedLinks({ ctx, adapter, user }: WaysOf): Promise<WayIn[]> {
  for (const provider of ctx.config.providers.values()) {
    if (provider.type !== 'email') continue;
    const identifier = mailedTo(provider, user.email);
    const found = identifier === null ? null : await adapter.getUserByEmail(identifier);
    if (identifier !== null && found?.id === user.id && isSameAddress(found.email, identifier)) {
      return [{ kind: 'email', name: provider.id }];
    }
  }
  return [];
}

/** @returns null if the provider mails no link to the address */
function mailedTo(provider: ResolvedEmailProvider, address: string): string | null {
  try {
    return identifierOf(provider, address || '');
  } catch {
    return null;
  }
}

/** An account needs its provider in the configuration, and a passkey its public key in the store. */
async function usableAccounts(asker: WaysOf): Promise<WayIn[]> {
  const { ctx, adapter, user } = asker;
  const keys = new Set(await passkeyIds(asker));
  const accounts = await adapter.listAccountsByUserId(user.id);
  return accounts.flatMap(({ provider: name, providerAccountId }) => {
    const kind = kindOf(ctx.config, name);
    if (kind === undefined || (kind === 'passkey' && !keys.has(providerAccountId))) return [];
    return [{ kind, name, providerAccountId }];
  });
}

/** For an adapter that cannot list accounts. */
async function usablePasskeys(asker: WaysOf): Promise<WayIn[]> {
  const usable: WayIn[] = [];
  for (const providerAccountId of await passkeyIds(asker)) {
    for (const name of passkeyProviders(asker)) {
      if (await asker.adapter.getAccount(providerAccountId, name))
        usable.push({ kind: 'passkey', name, providerAccountId });
    }
  }
  return usable;
}

async function passkeyIds(asker: WaysOf): Promise<string[]> {
  if (passkeyProviders(asker).length === 0) return [];
  const authenticators = await asker.adapter.listAuthenticatorsByUserId(asker.user.id);
  return authenticators.map(({ providerAccountId }) => providerAccountId);
}

function passkeyProviders({ ctx }: WaysOf): string[] {
  const providers = [...ctx.config.providers.values()];
  return providers.filter(({ type }) => type === 'webauthn').map(({ id }) => id);
}

/** @returns undefined if an account of the provider signs nobody in by itself */
function kindOf({ providers }: ResolvedAuthConfig, id: string): 'account' | 'passkey' | undefined {
  const provider = providers.get(id);
  if (!provider || provider.type === 'email') return undefined;
  if (provider.type === 'webauthn') return 'passkey';
  // A feature itself knows who can sign in by what it stores.
  const isOfFeature = provider.type === 'credentials' && provider.config.feature !== undefined;
  return isOfFeature ? undefined : 'account';
}
