import type { ProfileField } from '../../../config/options/account.js';
import type { User } from '../../../model/user.js';
import type { SessionSummary } from '../../../session/records/session-summary.js';
import type { PasskeySummary } from '../../passkeys/passkey-summary.js';
import type { LinkedAccount } from '../ways/linked-accounts.js';

/** A provider whose account can be linked. */
export interface LinkableProvider {
  readonly id: string;
  readonly name: string;
}

/** A passkey on the account page. */
export interface OwnPasskey extends PasskeySummary {
  /** Whether another way to sign in would be left. */
  readonly canRemove: boolean;
  /** Whether the adapter stores names. */
  readonly canRename: boolean;
}

/** What a user sees of the own account. Members that do not work here are absent. */
export interface AccountOverview {
  readonly user: Pick<User, 'id' | 'name' | 'email' | 'image'> & {
    /** Whether somebody has proven that the address is theirs; absent for users who are not stored. */
    readonly emailVerified?: boolean;
  };
  /** What the user may change of the profile. */
  readonly profile: readonly ProfileField[];
  readonly accounts?: readonly LinkedAccount[];
  readonly linkable?: readonly LinkableProvider[];
  readonly passkeys?: readonly OwnPasskey[];
  /** At most a hundred, newest sign-in first. */
  readonly sessions?: readonly SessionSummary[];
}
