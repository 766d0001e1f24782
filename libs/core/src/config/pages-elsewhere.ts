import { isBelow } from '../model/hosts.js';
import type { ResolvedAuthConfig } from './resolved-auth-config.js';

/**
 * Returns what pages of `trustedOrigins` cannot do, each with its remedy; empty if there are none.
 * With a redirect proxy these origins are deployments, which have no pages of their own to show.
 */
export function lackedElsewhere(config: ResolvedAuthConfig, hasProxy: boolean): string[] {
  const { trustedOrigins, redirects, pages } = config;
  if (trustedOrigins.size === 0 || hasProxy) return [];
  const lacks: string[] = [];
  if (redirects === 'own') {
    lacks.push("no sign-in can end on a page of `trustedOrigins`: set `redirects: 'trusted'`");
  }
  if (pages.signIn === undefined || pages.error === undefined) {
    lacks.push(
      'a sign-in that fails at a provider ends on a built-in page: set `pages.signIn` and `pages.error` to pages of `trustedOrigins`',
    );
  }
  return [...lacks, ...[...trustedOrigins].flatMap((page) => lackedBy(page, config))];
}

function lackedBy(page: string, { origin, providers }: ResolvedAuthConfig): string[] {
  const lacks: string[] = [];
  if (origin !== undefined && isOtherSite(page, origin)) {
    lacks.push(
      `${page} belongs to another site than ${origin}, so browsers send no cookies from it: give both one domain and scheme, or put a proxy in front`,
    );
  }
  for (const provider of providers.values()) {
    if (provider.type !== 'webauthn' || provider.config.getRelayingParty) continue;
    const { id = origin && new URL(origin).hostname, origin: own } =
      provider.config.relayingParty ?? {};
    const [host] = [id].flat();
    const isLeftOut = own !== undefined && ![own].flat().includes(page);
    if (isLeftOut || (host !== undefined && !isBelow(page, host))) {
      lacks.push(
        `${page} cannot use the passkeys of \`${provider.id}\`: set \`relayingParty.id\` to the domain of both, and leave \`relayingParty.origin\` out`,
      );
    }
  }
  return lacks;
}

/** Whether two origins certainly belong to two sites: their last two labels or schemes differ. */
function isOtherSite(one: string, other: string): boolean {
  const [a, b] = [new URL(one), new URL(other)];
  const siteOf = ({ hostname }: URL) => hostname.split('.').slice(-2).join('.');
  return a.protocol !== b.protocol || siteOf(a) !== siteOf(b);
}
