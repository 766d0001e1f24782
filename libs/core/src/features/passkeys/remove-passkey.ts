import type { AdapterAccount, AdapterAuthenticator } from '../../adapter/adapter-rows.js';
import type { Addition } from '../../adapter/adapter-inputs.js';
import { addToUser } from '../../adapter/add-to-user.js';
import { AuthError } from '../../errors/auth.error.js';
import { toError } from '../../errors/to-error.js';
import { removeOrLook } from '../../sign-in/remove-or-look.js';
import { restoreWay } from '../../sign-in/restore-way.js';
import type { Removal, WaysOf } from '../../sign-in/way-in.js';

/** Whose passkey is removed. */
interface Remover extends WaysOf {
  /** Ids of the WebAuthn providers. */
  readonly providerIds: readonly string[];
}

/** Returns how a passkey and its accounts are removed. */
export async function removalOfPasskey(
  asker: Remover,
  passkey: AdapterAuthenticator,
): Promise<Removal> {
  const { ctx, adapter } = asker;
  const { credentialID, providerAccountId } = passkey;
  const accounts = await accountsOf(asker, providerAccountId);
  return {
    covers: (way) => way.providerAccountId === providerAccountId,
    remove: async () => {
      // The public key is deleted first: without it, the account cannot be used to sign in.
      await removeOrLook(
        () => adapter.deleteAuthenticator(credentialID),
        async () => (await adapter.getAuthenticator(credentialID)) !== null,
      );
      try {
        for (const { provider } of accounts) {
          await adapter.unlinkAccount({ provider, providerAccountId });
        }
      } catch (thrown) {
        // The passkey is gone all the same, and what follows a removal must follow.
        const err = toError(thrown);
        ctx.logger.error(
          new AuthError('the account of a removed passkey was not deleted', { err }),
        );
      }
    },
    restore: () => restore(asker, passkey, accounts),
  };
}

/** @returns false if the user has changed: access that was removed then must not be restored */
async function restore(
  remover: Remover,
  authenticator: AdapterAuthenticator,
  [first, ...others]: readonly AdapterAccount[],
): Promise<boolean> {
  const add = (addition: Omit<Addition, 'user'>) =>
    restoreWay(remover, (user) => addToUser(remover.adapter, { ...addition, user }, isEntitled));
  if (!(await add({ authenticator, account: first }))) return false;
  for (const account of others) await add({ account });
  return true;
}

/** The passkey was there before. */
async function isEntitled(): Promise<boolean> {
  return true;
}

async function accountsOf(
  { adapter, providerIds }: Remover,
  providerAccountId: string,
): Promise<AdapterAccount[]> {
  const found: AdapterAccount[] = [];
  for (const provider of providerIds) {
    const account = await adapter.getAccount(providerAccountId, provider);
    if (account) found.push(account);
  }
  return found;
}
