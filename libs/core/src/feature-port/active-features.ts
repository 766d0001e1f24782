import type { Type } from '@nestjs/common';
import type { AdapterSession, OptionalColumn } from '../adapter/adapter-rows.js';
import { canSendMail } from '../config/mail-provider.js';
import type { ResolvedAuthConfig } from '../config/resolved-auth-config.js';
import { AuthError } from '../errors/auth.error.js';
import { InvalidConfiguration, MissingAdapterMethods } from '../errors/configuration.errors.js';
import { toError } from '../errors/to-error.js';
import type { AccountPageLinks, AuthFeature, SignInPageLinks } from './auth-feature.js';
import type { Filled } from './call-slot.js';
import type { Slots } from './slots.js';

/** What the features of one configuration add. */
export interface Active {
  readonly claims: readonly string[];
  readonly columns: readonly (keyof AdapterSession)[];
  readonly links: SignInPageLinks;
  readonly accountLinks: AccountPageLinks;
  readonly slots: { readonly [S in keyof Slots]: readonly Filled<S>[] };
}

/** What stores the rows of a feature's tables. */
const ROWS = ['findRow', 'insertRows', 'updateRow', 'deleteRows'] as const;

/** What suspends a sign-in, and resumes it. */
const TO_SUSPEND = [
  'createChallenge',
  'getChallenge',
  'takeChallenge',
  'deleteChallenges',
] as const;

/** Returns the service that Nest created for a class. */
type Get = <T>(type: Type<T>) => T;

/**
 * Collects what the features of a configuration add.
 * @throws {InvalidConfiguration} if the adapter lacks what one needs, or a slot has no service
 */
export function activeFeatures(
  features: readonly AuthFeature[],
  config: ResolvedAuthConfig,
  get: Get,
): Active {
  const on = features.filter(({ isOn }) => isOn?.(config) ?? true);
  const lacking = [
    ...on.flatMap((feature) => [...whatLacks(feature, config)]),
    ...unlisted(features, config),
  ];
  if (lacking.length > 0) throw new InvalidConfiguration(lacking);
  return {
    claims: on.flatMap(({ claims = [] }) => claims),
    columns: on.flatMap(({ columns = [] }) => columns),
    links: Object.assign({}, ...on.map(({ links }) => links?.(config))) as SignInPageLinks,
    accountLinks: Object.assign(
      {},
      ...on.map(({ accountLinks }) => accountLinks?.(config)),
    ) as AccountPageLinks,
    slots: {
      verifying: filledBy(on, 'verifying', get),
      identified: filledBy(on, 'identified', get),
      opening: filledBy(on, 'opening', get),
      opened: filledBy(on, 'opened', get),
      failed: filledBy(on, 'failed', get),
      alive: filledBy(on, 'alive', get),
      ending: filledBy(on, 'ending', get),
      removing: filledBy(features, 'removing', get).filter(
        ({ feature, slot }) => slot.runsIfOff || on.some(({ name }) => name === feature),
      ),
      way: filledBy(on, 'way', get),
      exporting: filledBy(on, 'exporting', get),
      wayChanged: filledBy(on, 'wayChanged', get),
    },
  };
}

function filledBy<S extends keyof Slots>(
  on: readonly AuthFeature[],
  name: S,
  get: Get,
): Filled<S>[] {
  return on.flatMap(({ name: feature, slots, claims = [], columns = [] }) => {
    const type = slots?.[name] as Type<Slots[S]> | undefined;
    return type
      ? [{ feature, slot: serviceFor(type, { feature, name, get }), claims, columns }]
      : [];
  });
}

function serviceFor<T>(
  type: Type<T>,
  { feature, name, get }: { feature: string; name: string; get: Get },
): T {
  try {
    return get(type);
  } catch (thrown) {
    const what = `feature \`${feature}\`: \`${name}\` is \`${type.name}\`, which is not among \`providers\`, or is created for each request`;
    throw new InvalidConfiguration([new AuthError(what, { err: toError(thrown) })]);
  }
}

/** What a sign-in that waited is compared with, to refuse it after all sessions of the user ended. */
function toEnd({ session }: ResolvedAuthConfig): readonly OptionalColumn[] {
  if (session.strategy === 'database') return ['users.accessEndedAt', 'sessions.createdAt'];
  return session.registry ? [] : ['users.accessEndedAt'];
}

/** Reports providers whose feature is not listed: they would sign people in without its steps. */
function unlisted(
  features: readonly AuthFeature[],
  { providers }: ResolvedAuthConfig,
): AuthError[] {
  const names = features.map(({ name }) => name);
  return [...providers.values()].flatMap((provider) => {
    const feature = provider.type === 'credentials' ? provider.config.feature : undefined;
    return feature === undefined || names.includes(feature)
      ? []
      : [
          new AuthError(
            `provider \`${provider.id}\`: needs the feature of its package: add \`${feature}()\` to \`features\``,
          ),
        ];
  });
}

/** Reports what a feature needs and the adapter lacks. */
function* whatLacks(
  { name, needs, slots }: AuthFeature,
  config: ResolvedAuthConfig,
): Iterable<AuthError> {
  const { operations = [], columns = [], tables = [], mail = false } = needs?.(config) ?? {};
  const { adapter } = config;
  const keeping = slots?.identified ? TO_SUSPEND : [];
  const ending = slots?.identified ? toEnd(config) : [];
  const rows = tables.length > 0 ? ROWS : [];
  if (mail && !canSendMail(config)) {
    yield new AuthError(
      `feature \`${name}\`: sends mails, and nothing can: set \`mailer\`, or add an email provider with \`server\` or \`sendMail\``,
    );
  }
  const missing = [
    ...[...keeping, ...operations, ...rows].filter((operation) => !adapter?.has(operation)),
    ...[...ending, ...columns].filter((column) => !adapter?.columns.has(column)),
  ];
  for (const { table } of tables) {
    if (missing.length > 0 || adapter?.hasTable(table)) continue;
    yield new MissingAdapterMethods(
      `feature \`${name}\`: the adapter has no table \`${table}\`; pass what the package exports to \`with\` of \`authEntities\` and \`authMigrations\``,
    );
  }
  if (missing.length === 0) return;
  const what = [...new Set(missing)].map((one) => `\`${one}\``).join(', ');
  yield new MissingAdapterMethods(
    `feature \`${name}\`: needs an adapter with ${what}; leave the feature out, or use an adapter that has them`,
  );
}
