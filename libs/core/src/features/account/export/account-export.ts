import type {
  AdapterAccount,
  AdapterAuthenticator,
  AdapterUser,
} from '../../../adapter/adapter-rows.js';
import type { CompleteAdapter } from '../../../adapter/complete-adapter.js';
import type { SessionSummary } from '../../../session/records/session-summary.js';
import { linkedAtOf } from '../ways/linked-accounts.js';

/** What is stored about a user, for the user: no token, no key, no hash. Times are in ISO 8601. */
export interface AccountExport {
  readonly exportedAt: string;
  readonly user: {
    readonly id: string;
    readonly name: string | null;
    readonly email: string | null;
    readonly emailVerified: string | null;
    readonly image: string | null;
  };
  readonly accounts: readonly ExportedAccount[];
  /** Absent if sessions are not stored. */
  readonly sessions?: readonly SessionSummary[];
  readonly passkeys: readonly ExportedPasskey[];
  /** What features add, by their names. */
  readonly features: Readonly<Record<string, object>>;
}

/** A linked account, without its tokens. */
export interface ExportedAccount {
  readonly provider: string;
  readonly providerAccountId: string;
  readonly type: string;
  /** What the provider allows, such as `openid email`. */
  readonly scope: string | null;
  readonly linkedAt: string | null;
}

/** A passkey, without its key. */
export interface ExportedPasskey {
  readonly name: string | null;
  readonly deviceType: string;
  readonly backedUp: boolean;
  readonly transports: readonly string[];
}

/** Only these members: an application may keep secrets in columns of its own. */
export function exportedUser(user: AdapterUser): AccountExport['user'] {
  const { id, name, email, emailVerified, image } = user;
  return {
    id,
    name: name ?? null,
    email: email || null,
    emailVerified: emailVerified?.toISOString() ?? null,
    image: image ?? null,
  };
}

export function exportedAccount(
  adapter: CompleteAdapter,
  account: AdapterAccount,
): ExportedAccount {
  const { provider, providerAccountId, type, scope } = account;
  return {
    provider,
    providerAccountId,
    type,
    scope: typeof scope === 'string' ? scope : null,
    linkedAt: linkedAtOf(adapter, account).linkedAt ?? null,
  };
}

export function exportedPasskey(passkey: AdapterAuthenticator): ExportedPasskey {
  const { name, credentialDeviceType, credentialBackedUp, transports } = passkey;
  return {
    name: name ?? null,
    deviceType: credentialDeviceType,
    backedUp: credentialBackedUp,
    transports: transports ? transports.split(',') : [],
  };
}
