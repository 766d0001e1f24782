import type { ProviderNotice } from './provider-notice.js';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Longest `sid` or `sub`, in characters. */
const MAX_NAME = 2048;
/** Longest lifetime of a notice, in seconds. */
const MAX_LIFE = 600;

type Claims = Readonly<Record<string, unknown>>;

/**
 * Checks that jose does not make, each with its name for the log.
 * @see OpenID Connect Back-Channel Logout 1.0 section 2.6
 */
const CHECKS: readonly (readonly [
  name: string,
  holds: (claims: Claims, clientId: string) => boolean,
])[] = [
  ['iat', ({ iat }) => typeof iat === 'number'],
  ['jti', ({ jti }) => typeof jti === 'string' && jti.length >= 1 && jti.length <= 512],
  ['azp', isForUs],
  ['sub', ({ sub }) => sub === undefined || isName(sub)],
  ['sid', ({ sid }) => sid === undefined || isName(sid)],
  ['subject', ({ sub, sid }) => sub !== undefined || sid !== undefined],
  [
    'events',
    ({ events }) => isObject(events) && Object.hasOwn(events, EVENT) && isObject(events[EVENT]),
  ],
  ['nonce', (claims) => !Object.hasOwn(claims, 'nonce')],
  ['exp', ({ iat, exp }) => exp === undefined || Number(exp) - Number(iat) <= MAX_LIFE],
];

/** @returns the name of the first check that fails */
export function faultOf(claims: Claims, clientId: string): string | undefined {
  return CHECKS.find(([, holds]) => !holds(claims, clientId))?.[0];
}

/** @param claims - those for which {@link faultOf} returned undefined */
export function noticeOf({ sid, sub, iat }: Claims): ProviderNotice {
  return {
    ...(typeof sid === 'string' && { sid }),
    ...(typeof sub === 'string' && { sub }),
    time: Math.floor(Number(iat)),
  };
}

/** Whether `azp` is our client id. If it is absent, the token must have a single audience. */
function isForUs({ aud, azp }: Claims, clientId: string): boolean {
  if (azp !== undefined) return azp === clientId;
  return !Array.isArray(aud) || aud.length === 1;
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value.length >= 1 && value.length <= MAX_NAME;
}

function isObject(value: unknown): value is Claims {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
