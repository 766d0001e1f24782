import type { Type } from '@nestjs/common';
import type { AdapterSession } from '../adapter/adapter-rows.js';
import type { ResolvedAuthConfig } from '../config/resolved-auth-config.js';
import { AuthError } from '../errors/auth.error.js';
import { InvalidConfiguration, MissingAdapterMethods } from '../errors/configuration.errors.js';
import { toError } from '../errors/to-error.js';
import type { AuthFeature } from './auth-feature.js';
import type { Filled } from './call-slot.js';
import type { Slots } from './slots.js';

/** What the features of one configuration add. */
export interface Active {
  readonly claims: readonly string[];
  readonly columns: readonly (keyof AdapterSession)[];
  readonly slots: { readonly [S in keyof Slots]: readonly Filled<S>[] };
}

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
  const lacking = on.flatMap((feature) => [...whatLacks(feature, config)]);
  if (lacking.length > 0) throw new InvalidConfiguration(lacking);
  return {
    claims: on.flatMap(({ claims = [] }) => claims),
    columns: on.flatMap(({ columns = [] }) => columns),
    slots: {
      opening: filledBy(on, 'opening', get),
      opened: filledBy(on, 'opened', get),
      failed: filledBy(on, 'failed', get),
      alive: filledBy(on, 'alive', get),
      ending: filledBy(on, 'ending', get),
      removing: filledBy(on, 'removing', get),
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

/** Reports what a feature needs and the adapter lacks. */
function* whatLacks(
  { name, needs }: AuthFeature,
  config: ResolvedAuthConfig,
): Iterable<MissingAdapterMethods> {
  const { operations = [], columns = [] } = needs?.(config) ?? {};
  const { adapter } = config;
  const missing = [
    ...operations.filter((operation) => !adapter?.has(operation)),
    ...columns.filter((column) => !adapter?.columns.has(column)),
  ];
  if (missing.length === 0) return;
  const what = missing.map((one) => `\`${one}\``).join(', ');
  yield new MissingAdapterMethods(
    `feature \`${name}\`: needs an adapter with ${what}; leave the feature out, or use an adapter that has them`,
  );
}
