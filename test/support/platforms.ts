import { HAS_BOTH_PLATFORMS, IS_WHOLE } from './effort.js';
import { numberOfStory, story } from './story.js';

const BOTH = ['express', 'fastify'] as const;

export type Platform = (typeof BOTH)[number];

/**
 * Matches stories about routes, guards, bodies, cookies, headers, addresses, paths, errors and ends
 * of requests, and the plainest story of each feature, which run on both platforms with the whole
 * effort. All others are about what happens between the request and the response, where no platform
 * is known.
 */
const WHERE_THEY_MAY_DIFFER = new RegExp(
  `/test/(?:${[
    '(?:entry-points|kit|nest|pages|siege|soak|web)/',
    '[\\w-]+\\.e2e-spec',
    'account/',
    'credentials/(?:request|sign-in)',
    'data/[\\w-]+-over-http',
    'email/(?:addresses|links|sign-in|targets)',
    'events/(?:disconnect|end|failing|timeouts)',
    'limits/(?:every|failing|hanging|networks|one-network)',
    'logout/(?:back-channel\\.|rp)',
    'passwords/(?:main|registration)',
    'oauth/(?:conformance/(?:authorization|callback|check|redirects|two)|forged|form|redirect|sign-in)',
    'provider-tokens/requests',
    'redis/[\\w-]+-over-http',
    'sessions/(?:bodies|caches|cookie|devices|failing|forged|misplaced|readings|session-endpoint)',
    'sessions/(?:session-in-parts|session-size|sessions-endpoints|set-cookie|shared|store-down|unwritable)',
    'webauthn/(?:malformed|sign-in)',
  ].join('|')})`,
);

/**
 * Returns the platforms that a story runs on: both with the whole effort where they may differ, else
 * one, and other stories on the other one. Call it where tests are declared.
 */
export function platforms(): readonly Platform[] {
  const path = story();
  if (path === '' || HAS_BOTH_PLATFORMS) return BOTH;
  if (IS_WHOLE && WHERE_THEY_MAY_DIFFER.test(path)) return BOTH;
  return BOTH.filter((_, nth) => nth === numberOfStory() % BOTH.length);
}
