import type { OptionalColumn } from '../../adapter/adapter-rows.js';
import type { ResolvedAuthConfig } from '../../config/resolved-auth-config.js';
import type { FeatureNeeds } from '../../feature-port/auth-feature.js';

/** What the change of an address, and the deletion of a user, need of the adapter. */
export function changeNeeds(config: ResolvedAuthConfig): FeatureNeeds {
  const { changeEmail, deletion } = config.account;
  if (changeEmail === false && deletion === false) return {};
  return {
    mail: changeEmail !== false,
    operations: [
      'getUser',
      ...(deletion === false ? [] : (['deleteUser'] as const)),
      ...(changeEmail === false
        ? []
        : ([
            'getUserByEmail',
            'addToUser',
            'createChallenge',
            'getChallenge',
            'tryChallenge',
            'takeChallenge',
            'deleteChallenges',
          ] as const)),
    ],
    columns: toEnd(config),
  };
}

/**
 * With what sessions are compared, to end them all, and a change of address that somebody asked for.
 * Stored sessions of a deleted user are deleted.
 */
function toEnd({ account, session }: ResolvedAuthConfig): readonly OptionalColumn[] {
  const { strategy, registry } = session;
  if (account.changeEmail === false)
    return strategy === 'database' || registry ? [] : ['users.accessEndedAt'];
  return [
    'users.accessEndedAt',
    ...(strategy === 'database' ? (['sessions.createdAt'] as const) : []),
  ];
}
