import { AuthError } from '../errors/auth.error.js';
import { InvalidConfiguration } from '../errors/configuration.errors.js';
import { growingCache } from '../model/growing-cache.js';
import type { ResolvedOAuthProvider, ResolvedProvider } from '../provider/resolved-provider.js';

interface Seen {
  readonly issuer: string;
}

/** Provider ids that are remembered for one adapter. */
const MAX_IDS = 10_000;

/**
 * Which issuer each provider id of an adapter stands for. Of the process and not of a module: two
 * modules may share an adapter. It lives as long as the adapter.
 */
const issuers = new WeakMap<object, ReturnType<typeof growingCache<Seen>>>();

/**
 * Refuses one provider id with two issuers on one adapter. Accounts are stored by provider id and
 * subject, so one issuer could give out the subjects of the other and sign in as its people.
 * @param adapter - as the application made it
 * @throws {InvalidConfiguration} naming the provider id and both issuers
 * @see OpenID Connect Core section 2: a subject is unique within its issuer, and no further
 */
export function assertOneIssuer(
  adapter: object | undefined,
  providers: Iterable<ResolvedProvider>,
): void {
  if (!adapter) return;
  const seen = issuers.get(adapter) ?? growingCache<Seen>(MAX_IDS);
  issuers.set(adapter, seen);
  for (const provider of providers) {
    const issuer = 'responseMode' in provider ? issuerOf(provider) : undefined;
    if (issuer === undefined) continue;
    const known = seen.get(provider.id);
    if (known && known.issuer !== issuer) throw twoIssuers(provider.id, [known.issuer, issuer]);
    seen.set(provider.id, { issuer });
  }
}

/** A plain OAuth provider is known by where its codes are redeemed. */
function issuerOf({
  issuer,
  wellKnown,
  token,
  authorization,
  userinfo,
}: ResolvedOAuthProvider): string | undefined {
  const url = issuer ?? wellKnown ?? token.url ?? userinfo.url ?? authorization.url;
  if (url === undefined || !URL.canParse(url)) return undefined;
  const { origin, pathname } = new URL(url);
  return origin + pathname.replace(/\/$/, '');
}

function twoIssuers(id: string, [first, second]: [string, string]): InvalidConfiguration {
  return new InvalidConfiguration([
    new AuthError(
      `provider \`${id}\`: expected one issuer for one adapter; found ${first} and ${second}. Accounts are stored by provider id and subject, so the people of one could be taken for those of the other: give each issuer an id of its own, such as \`${id}-2\`, or each tenant an adapter of its own`,
    ),
  ]);
}
