import { AuthError } from '../../errors/auth.error.js';
import { isObject } from '../options/option-test.js';
import { englishTexts } from '../texts/english.js';
import { OPTIONS } from './option-types.js';

/** What is compared of a feature, whatever the application has passed. */
interface Listed {
  readonly name?: unknown;
  readonly options?: { readonly tests?: object };
  readonly texts?: { readonly en?: object };
  readonly claims?: readonly string[];
  readonly columns?: readonly string[];
  readonly routes?: readonly {
    readonly name: string;
    readonly method: string;
    readonly path: string;
  }[];
}

/**
 * Checks a list of features, those of core first.
 * @param own - the features of core
 * @param core - what sign-in itself has: the endpoints of Auth.js, claims and columns
 */
export function* checkFeatures(
  features: unknown,
  { own, core }: { own: readonly Listed[]; core: Omit<Listed, 'name' | 'options' | 'texts'> },
): Iterable<AuthError> {
  if (features === undefined) return;
  if (!Array.isArray(features)) {
    yield new AuthError('features: expected a list of features, such as `[password()]`');
    return;
  }
  const known = features.filter(isFeature);
  if (known.length < features.length) {
    yield new AuthError(
      'features: expected objects with a `name`; call the function that a package exports, such as `password()`',
    );
  }
  const base = {
    name: 'authnest',
    options: { tests: OPTIONS },
    texts: { en: englishTexts },
    ...core,
  };
  const all = [base, ...own, ...known];
  yield* checkTwice(all, 'the name', ({ name }) => [String(name)]);
  yield* checkTwice(all, 'the option', ({ options }) => Object.keys(options?.tests ?? {}));
  yield* checkTwice(all, 'the texts', ({ texts }) => Object.keys(texts?.en ?? {}));
  yield* checkTwice(all, 'the claim', ({ claims = [] }) => claims);
  yield* checkTwice(all, 'the column', ({ columns = [] }) => columns);
  yield* checkTwice(all, 'a route with the name', (one) => routesOf(one).map(({ name }) => name));
  yield* checkTwice(all, 'the route', (one) =>
    routesOf(one).map(({ method, path }) => `${method} ${path}`),
  );
}

/** Reports what two features claim. */
function* checkTwice(
  features: readonly Listed[],
  what: string,
  claimed: (feature: Listed) => readonly string[],
): Iterable<AuthError> {
  const owners = new Map<string, string>();
  for (const feature of features) {
    for (const value of claimed(feature)) {
      const owner = owners.get(value);
      if (owner !== undefined) {
        yield new AuthError(
          `features: \`${owner}\` and \`${String(feature.name)}\` both have ${what} \`${value}\`; leave one out`,
        );
      }
      owners.set(value, String(feature.name));
    }
  }
}

function routesOf({ routes = [] }: Listed): NonNullable<Listed['routes']> {
  return routes;
}

function isFeature(value: unknown): value is Listed {
  return isObject(value) && 'name' in value && typeof value.name === 'string' && value.name !== '';
}
