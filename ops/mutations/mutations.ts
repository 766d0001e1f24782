/** A defence that is taken out of a source, to see whether a test fails. */
export interface Mutation {
  /** The source, below `libs`. */
  readonly file: string;
  /** Text that the source contains exactly once, and what replaces it. */
  readonly from: string;
  readonly to: string;
  /** Stories about it: patterns for paths, as Jest accepts them. The spec beside it is tried first. */
  readonly tests: readonly string[];
}

const CORE: readonly Mutation[] = [
  {
    file: 'core/src/crypto/content-encryption.ts',
    from: 'if (!timingSafeEqual(mac, tag)) return null;',
    to: '',
    tests: ['libs/core/src/crypto/open-jwe', 'test/sessions/forged-sessions'],
  },
  {
    file: 'core/src/crypto/token-times.ts',
    from: 'if (isFromFuture(claims, nowSeconds)) return false;',
    to: '',
    tests: ['test/sessions/clock-jumps'],
  },
  {
    file: 'core/src/session/token/token-life.ts',
    from: '? Math.min(auth_time, iat) : iat',
    to: '? Math.max(auth_time, iat) : iat',
    tests: ['test/sessions/stateless-session-life'],
  },
  {
    file: 'core/src/session/token/token-life.ts',
    from: 'return now >= sessionEnd(config, claims);',
    to: 'return false;',
    tests: ['test/sessions/(stateless|changing-max)'],
  },
  {
    file: 'core/src/request/csrf/csrf.service.ts',
    from: '!constantTimeEqual(sent, state.token)',
    to: 'sent.length !== state.token.length',
    tests: ['test/web/csrf'],
  },
  {
    file: 'core/src/request/csrf/assert-origin.ts',
    from: "if (site !== 'same-origin' && site !== 'none')",
    to: "if (site === 'cross-site')",
    tests: ['test/web/csrf'],
  },
  {
    file: 'core/src/request/csrf/assert-origin.ts',
    from: 'candidate === origin || config',
    to: 'candidate.startsWith(origin) || config',
    tests: ['test/web/csrf'],
  },
  {
    file: 'core/src/request/redirects/safe-redirect.ts',
    from: "url.startsWith('//') ?",
    to: 'false ?',
    tests: ['test/web/open-redirects'],
  },
  {
    file: 'core/src/request/redirects/safe-redirect.ts',
    from: 'parsed.href.startsWith(`${origin}/`)',
    to: 'parsed.href.startsWith(origin)',
    tests: ['test/web/open-redirects'],
  },
  {
    file: 'core/src/request/body/body-limit.ts',
    from: 'MAX_BODY = 1024 * 1024;',
    to: 'MAX_BODY = 4 * 1024 * 1024;',
    tests: ['test/web/(hostile|web-requests|json)', 'test/siege'],
  },
  {
    file: 'core/src/request/context/named-origin.ts',
    from: "config.trustHost !== 'any'",
    to: 'true',
    tests: ['test/email/named-sites', 'test/web/emitted-addresses'],
  },
  {
    file: 'core/src/sign-in/linking-rules.ts',
    from: "|| identity.address !== 'verified'",
    to: "|| identity.address === 'unverified'",
    tests: ['test/oauth/linking-table'],
  },
  {
    file: 'core/src/sign-in/linking-rules.ts',
    from: 'return isProven(adapter, owner);',
    to: 'return true;',
    tests: ['test/oauth/linking-table'],
  },
  {
    file: 'core/src/email/verification-token.service.ts',
    from: '|| used.identifier !== link.identifier ||',
    to: '||',
    tests: ['test/email/(links|addresses)', 'test/data/folded-names'],
  },
  {
    file: 'core/src/email/verification-token.service.ts',
    from: '!(used.expires.getTime() > Date.now())',
    to: 'false',
    tests: ['test/email/(links|sign-in)'],
  },
  {
    file: 'core/src/email/is-prefetch.ts',
    from: "if (headerOf(request, 'range') !== undefined) return true;",
    to: '',
    tests: ['test/email/(links|sign-in)'],
  },
  {
    file: 'core/src/model/normalize-email.ts',
    from: 'if (/\\p{C}/u.test(input)) return null;',
    to: '',
    tests: ['test/email/addresses'],
  },
  {
    file: 'core/src/credentials/attempted-name.ts',
    from: '&& !/\\p{Cc}/u.test(name)',
    to: '',
    tests: ['test/limits/(chosen|names)'],
  },
  {
    file: 'core/src/limits/attempt-counter.ts',
    from: 'if (consumedPoints <= free) return 0;',
    to: 'if (consumedPoints <= free + 1) return 0;',
    tests: ['test/limits/guessing-passwords'],
  },
  {
    file: 'core/src/limits/memory-limiter.ts',
    from: 'found && left > 0',
    to: 'found',
    tests: ['test/limits/(guessing|what-is)'],
  },
  {
    file: 'core/src/oauth/assert-claims.ts',
    from: "claims['azp'] !== undefined && claims['azp'] !== clientId",
    to: 'false',
    tests: ['libs/core/src/oauth/hostile-id-tokens', 'test/oauth/conformance/id-token-claims'],
  },
  {
    file: 'core/src/oauth/assert-same-identity.ts',
    from: "['iss', 'sub'] as const",
    to: "['iss'] as const",
    tests: ['test/provider-tokens/refresh'],
  },
  {
    file: 'core/src/oauth/redirect-proxy.service.ts',
    from: '!ctx.config.trustedOrigins.has(target.origin) ||',
    to: '',
    tests: ['test/oauth/redirect-proxy'],
  },
  {
    file: 'core/src/oauth/callback-use.service.ts',
    from: 'if (!(await adapter.spendOnce({ key, expires }))) throw usedBefore();',
    to: 'await adapter.spendOnce({ key, expires });',
    tests: ['test/oauth/(sign-in|forged|conformance/callback)'],
  },
  {
    file: 'core/src/oauth/address-status.ts',
    from: 'mailbox(verifiedEmail) === mailbox(address)',
    to: 'true',
    tests: ['libs/core/src/oauth/to-identity'],
  },
  {
    file: 'core/src/oauth/client/outbound.ts',
    from: "redirect: 'manual'",
    to: "redirect: 'follow'",
    tests: ['test/oauth/conformance/provider-faults'],
  },
  {
    file: 'core/src/webauthn/assertion.service.ts',
    from: 'now.counter >= Math.max(counter, 1)',
    to: 'now.counter > Math.max(counter, 1)',
    tests: ['test/webauthn/on-databases'],
  },
  {
    file: 'core/src/webauthn/webauthn-challenge.service.ts',
    from: 'if (await adapter.spendOnce({ key: `webauthn:${challenge}`, expires })) return;',
    to: 'await adapter.spendOnce({ key: `webauthn:${challenge}`, expires }); return;',
    tests: ['test/webauthn/(refused|challenges|sign-in)'],
  },
  {
    file: 'core/src/logging/hide-secrets.ts',
    from: "'encryptionSecret',",
    to: '',
    tests: ['test/events/inspection', 'test/web/leaked'],
  },
  {
    file: 'core/src/adapter/access-end.ts',
    from: 'timeOf(began) <= accessEnd(user)',
    to: 'timeOf(began) < accessEnd(user)',
    tests: ['test/sessions/(end-of-access|access-ended)'],
  },
];

const PROVIDERS: readonly Mutation[] = [
  {
    file: 'providers/src/kakao.ts',
    from: 'is_email_valid !== false && is_email_verified === true',
    to: 'is_email_verified === true',
    tests: [
      'libs/providers/src/(marks|profiles|restrictions|userinfo)',
      'test/oauth/addresses-of-providers',
    ],
  },
  {
    file: 'providers/src/gitlab.ts',
    from: 'confirmed_at ? email : null',
    to: 'email',
    tests: [
      'libs/providers/src/(marks|profiles|restrictions|userinfo)',
      'test/oauth/(addresses|ready-made)',
    ],
  },
  {
    file: 'providers/src/fusionauth.ts',
    from: 'tid === wanted',
    to: 'true',
    tests: ['libs/providers/src/(marks|profiles|restrictions|userinfo)', 'test/oauth/ready-made'],
  },
];

const TYPEORM: readonly Mutation[] = [
  {
    file: 'typeorm/src/collections/authenticators.ts',
    from: '{ patch, below }',
    to: '{ patch }',
    tests: [
      'libs/typeorm/src/typeorm.adapter',
      'test/webauthn/on-databases',
      'test/data/adapter-contract',
    ],
  },
  {
    file: 'typeorm/src/collections/session-revocations.ts',
    from: 'mark && mark.expires.getTime() > now ?',
    to: 'mark ?',
    tests: ['libs/typeorm/src/typeorm.adapter', 'test/data/(adapter-contract|delete-expired|due)'],
  },
  {
    file: 'typeorm/src/collections/verification-tokens.ts',
    from: 'if (identifier === SPENT) return null;',
    to: '',
    tests: ['libs/typeorm/src/typeorm.adapter', 'test/data/adapter-contract'],
  },
  {
    file: 'typeorm/src/store/fits-column.ts',
    from: "value.includes('\\0')",
    to: 'false',
    tests: [
      'libs/typeorm/src/typeorm.adapter',
      'test/data/(adapter-contract|column-types|wrong-types)',
    ],
  },
  {
    file: 'typeorm/src/store/fits-column.ts',
    from: 'BigInt(value) <= maximum(column, driver)',
    to: 'BigInt(value) <= 2n * maximum(column, driver) + 1n',
    tests: [
      'libs/typeorm/src/typeorm.adapter',
      'test/data/(column-types|own-entities|wrong-types)',
    ],
  },
  {
    file: 'typeorm/src/operations/execute-change.ts',
    from: 'if (isAgain && affected === 0) throw ignored();',
    to: 'if (isAgain && affected === 0) return total;',
    tests: ['libs/typeorm/src/typeorm.adapter', 'test/data/ignored-changes'],
  },
  {
    file: 'typeorm/src/collections/end-access.ts',
    from: 'if (stored && end <= stored)',
    to: 'if (stored && end < stored)',
    tests: [
      'libs/typeorm/src/typeorm.adapter',
      'test/data/adapter-contract',
      'test/sessions/end-of-access',
    ],
  },
];

const REDIS: readonly Mutation[] = [
  {
    file: 'redis/src/keys.ts',
    from: ".replaceAll(':', '%3A')",
    to: '',
    tests: ['test/redis/(session-registry|stored-sessions|adapter-contract)'],
  },
  {
    file: 'redis/src/is-ended-by-provider.ts',
    from: '!ended.providerSession || !providerSession',
    to: 'true',
    tests: ['test/redis/(back-channel|adapter-contract)'],
  },
  {
    file: 'redis/src/scripts.ts',
    from: 'if owner and ARGV[1] and owner ~= ARGV[1] then return {} end',
    to: '',
    tests: ['test/redis/(stored-sessions|adapter-contract)'],
  },
  {
    file: 'redis/src/redis-session-registry.ts',
    from: "return isUpTo(issuedAt, changedBefore) ? 'stale' : false;",
    to: 'return false;',
    tests: ['test/redis/session-registry'],
  },
];

const RECORD_STORE: readonly Mutation[] = [
  {
    file: 'record-store/src/linked-accounts.ts',
    from: 'if (created.adopted) await this.client.update(accounts, created.id, NO_TOKENS);',
    to: '',
    tests: ['test/record-store'],
  },
  {
    file: 'record-store/src/record-store.adapter.ts',
    from: 'if (!isKey(identifier) || !isKey(token)) return null;',
    to: '',
    tests: ['test/record-store'],
  },
];

const TESTING: readonly Mutation[] = [
  {
    file: 'testing/src/refuse-in-production.ts',
    from: "process.env['NODE_ENV'] === 'production'",
    to: 'false',
    tests: ['libs/testing', 'test/kit'],
  },
  {
    file: 'testing/src/fake-oauth-server/grants.ts',
    from: 'grant.challenge !== (verifier && challengeOf(verifier))',
    to: 'false',
    tests: ['libs/testing', 'test/kit'],
  },
  {
    file: 'testing/src/memory/raise-counter.ts',
    from: 'newCounter > stored.counter ||',
    to: 'newCounter >= stored.counter ||',
    tests: ['libs/testing'],
  },
];

/** What people do with their account and password, and the connections that stay open. */
const PEOPLE: readonly Mutation[] = [
  {
    file: 'password/src/password.ts',
    from: 'const stored = await storeOf(',
    to: 'if (!user) return null;\n    const stored = await storeOf(',
    tests: ['test/passwords/alike'],
  },
  {
    file: 'password/src/password.ts',
    from: 'if (verdict.rehash) await rehash(ctx, stored, password);',
    to: '',
    tests: ['test/passwords/hashes'],
  },
  {
    file: 'password/src/hashing/derivations.ts',
    from: 'this.running >= MOST',
    to: 'false',
    tests: ['test/passwords/hashes'],
  },
  {
    file: 'password/src/policy/password-policy.ts',
    from: 'lengthOf(text) > policy.maxLength',
    to: 'lengthOf(text) > policy.maxLength + 1',
    tests: [],
  },
  {
    file: 'password/src/actions/confirm.action.ts',
    from: 'found.isProven && needsPassword(found)',
    to: 'isInvited(found)',
    tests: ['test/passwords/registration'],
  },
  {
    file: 'password/src/actions/reset.action.ts',
    from: "await redeemCounted<Resetting>(ctx, this, { purpose: 'reset', email, before })",
    to: '(await before(), found)',
    tests: ['test/passwords/(new|races)'],
  },
  {
    file: 'password/src/actions/reset.action.ts',
    from: 'await orUndo(this.passwords.endOthers(ctx, owner.id), undo);',
    to: '',
    tests: ['test/passwords/new'],
  },
  {
    file: 'password/src/own-password.service.ts',
    from: 'if (!stored) await refuseStale(ctx, () => this.sessions.assertFresh(ctx));',
    to: 'if (!stored) await Promise.resolve();',
    tests: ['test/passwords/own-password'],
  },
  {
    file: 'core/src/session/current/current-session.service.ts',
    from: 'if (isFresh && (await this.currentUserId(ctx)) !== null) return;',
    to: 'return;',
    tests: ['test/account/ways'],
  },
  {
    file: 'core/src/features/reauthenticate/reauthentication.service.ts',
    from: 'if ((await this.sessions.currentUserId(ctx)) !== started.userId) return undefined;',
    to: '',
    tests: ['test/(account/reauth|sessions/fresh)'],
  },
  {
    file: 'core/src/sign-in/ways-in.service.ts',
    from: 'if (!isLeft && (await removal.restore())) throw new LastWayIn();',
    to: '',
    tests: ['test/account/last-way', 'test/webauthn/(last-way|removals)'],
  },
  {
    file: 'core/src/features/account/address/confirm-address.action.ts',
    from: "if (of === 'new' && !(await isUser(this.sessions, ctx, found.data))) return notTheUser(ctx);",
    to: '',
    tests: ['test/account/address'],
  },
  {
    file: 'core/src/features/account/address/address-change.service.ts',
    from: "if (needsSession && !isOwn) return 'gone';",
    to: '',
    tests: ['test/account'],
  },
  {
    file: 'core/src/features/account/address/address-change.service.ts',
    from: 'await this.removeAdded(ctx, userId, ways);',
    to: '',
    tests: ['test/account/undo'],
  },
  {
    file: 'core/src/features/account/deletion/user-deletion.service.ts',
    from: "if (now?.id !== user.id) throw new SessionRequired('the session has ended');",
    to: '',
    tests: ['test/account'],
  },
  {
    file: 'core/src/features/account/deletion/user-deletion.service.ts',
    from: "await this.proofs.end(ctx, user.id, [now.email || '']);",
    to: '',
    tests: ['test/account/deletion'],
  },
  {
    file: 'core/src/guard/session.guard.ts',
    from: 'if (isTrusted) return',
    to: 'if (isTrusted !== undefined) return',
    tests: ['test/nest/(graphql|sockets)'],
  },
  {
    file: 'core/src/guard/session-sources.service.ts',
    from: 'isFirst ? live.current() : live.readNow()',
    to: 'isFirst ? live.current() : live.current()',
    tests: ['test/nest/graphql'],
  },
  {
    file: 'core/src/guard/judge.ts',
    from: 'if (!Array.isArray(found))',
    to: "if (typeof found !== 'string' && !Array.isArray(found))",
    tests: ['test/nest/roles'],
  },
  {
    file: 'core/src/live/open-connections.service.ts',
    from: 'for (const ended of heard) await this.apply(live, ended);',
    to: '',
    tests: ['test/sessions/open-connections', 'test/nest/sockets'],
  },
];

/** Spread over all libraries. Add one when a review finds a defence that no test needs. */
export const MUTATIONS = [
  ...CORE,
  ...PROVIDERS,
  ...TYPEORM,
  ...REDIS,
  ...RECORD_STORE,
  ...TESTING,
  ...PEOPLE,
];
