/** What each warning means and what to do about it. */
export const WARNING_TEXTS: Readonly<Record<string, string>> = {
  'tenantless-providers':
    'the configuration function returns different providers for different requests and no `tenant`, and each accepts the sessions of the other; return a `tenant` for each',
  'tenantless-issuers':
    'the configuration function returns different issuers for different requests and no `tenant`, and each accepts the sessions of the other; return a `tenant` for each',
  'tenantless-adapters':
    'the configuration function returns different adapters for different requests and no `tenant`, and they share a secret; return a `tenant` for each, or one adapter object if they are of one tenant',
  'unnamed-instances':
    'several AuthModules have no `name`, and this one keeps the cookie names of Auth.js only because it is imported first; give the others a `name`, so that another order of imports signs nobody out',
  'global-instances':
    'two AuthModules are global, so a handler whose module imports neither is guarded by the one that is imported first; set `isGlobal: false` on all but one, and import it in the module of its handlers',
  'debug-enabled': 'debug is on; switch it off in production',
  'csrf-disabled':
    'the CSRF check is off; the code that switched it off must check where a request comes from',
  'env-url-basepath-redundant':
    'AUTH_URL has a path, and only its origin counts; the endpoints are where `basePath` says',
  'env-url-basepath-mismatch':
    'AUTH_URL has another path than `basePath`, and only its origin counts',
  'page-is-endpoint':
    'an entry of `pages` has the path of a built-in page; unless a global prefix moves the endpoints, browsers are sent round in a circle: leave it out, or give your page another path',
  'short-secret': 'a secret is shorter than 32 characters; replace it with a longer one soon',
  'foreign-sub':
    "the jwt callback returned another `sub` at a sign-in than the user's id, which was restored; keep an id of the provider under a name of your own, and do not spread its profile into the token",
  'padded-secret':
    'a secret begins or ends with white space, which is part of it: every instance must have the same, and a line break is easily added by a file or a shell',
  'unproven-addresses':
    'allowDangerousEmailAccountLinking is on and the adapter does not report which addresses are proven; store accounts.emailVerified and add listAccountsByUserId',
  'unvouched-addresses':
    'allowDangerousEmailAccountLinking is on for a provider that never says whether it has verified an address, so none of its accounts is linked by address; switch it off, or return the address in the option verifiedEmail of the provider if you know that it has',
  'unproven-users':
    'the adapter does not report which addresses are proven, so a mailed link removes nothing that a stranger opened with its address; store accounts.emailVerified and add listAccountsByUserId',
  'encryption-follows-secret':
    'tokens of providers are sealed with `secret`, and lost when it is replaced; set AUTH_ENCRYPTION_SECRET',
  'tokens-single-process':
    'the adapter has no advanceAccount with accounts.tokenVersion, so several instances may refresh the same token of a provider at once, which ends the access that some providers gave; run the migrations, or one instance',
  'legacy-logout-token':
    '`backchannelLogout.acceptLegacyTokens` is on, so logout tokens of that provider count without the header `typ` or the claim `exp`; update the provider, and remove the option',
  'logout-hint-too-long':
    'an ID token does not fit into a cookie, so the sign-out at its provider is sent without it, and the provider may ask the user which session to end; let the provider put fewer claims into it',
  'short-provider-token':
    'a provider gave an access token that ends within `providerTokens.refreshMargin`, so each use of it is a request to the provider; lower the margin, or let the provider give tokens that live longer',
  'unspent-links':
    'the adapter has no deleteVerificationTokensByIdentifier, so the other links of an address stay valid until they expire',
  'experimental-webauthn': 'passkeys are experimental; their options may change without notice',
  'unspent-challenges':
    'the adapter has no spendOnce, so only the cookie says that the challenge of a passkey was used',
  'session-too-large':
    'a session is larger than three cookies, so it is not renewed and ends when its cookie does; keep less in the jwt callback, also in that of an application that shares the session',
  'unusable-redirect':
    'the redirect callback returned neither an http(s) URL nor a path, so the browser goes to the origin of the application; return a URL or a path',
  'untrusted-forwarded-for':
    'a request names its client in X-Forwarded-For, which the platform does not believe, so all who come through that proxy are one network to `limits`; set `trust proxy` (Express) or `trustProxy` (Fastify) to the addresses of your proxies',
  'unknown-client-address':
    'the address of a client is unknown, and all such clients count as one network for `limits`; check `limits.address`, or what the platform and its proxies report',
  'limits-without-address':
    '`Auth()` knows no addresses, so `limits` counts identifiers alone; set `limits.address`',
  'unknown-secret':
    'a cookie was made with a secret that this instance does not have; give every instance the same secrets. It may also be from before a secret was dropped, of another application on this host, or made up by a stranger. Reported once an hour at most',
  'clock-behind':
    'a session or a sign-in began more than a minute from now, by the clock of another instance, so this one refuses it or sets its times back; keep the clocks in step (NTP). Reported once an hour at most',
  'limits-per-instance':
    'another instance signs people in too, and each counts `limits` in its own memory, so guessing is as many times faster as there are instances; set `limits.store`. Reported once an hour at most',
  'unnamed-session':
    'a stateless session was issued without a `sid`, which those of this instance have, so it is not listed, and only its own token can be ended; set `session.revocation` at every instance. An Auth.js application beside this one issues such sessions too. Reported once an hour at most',
  'published-secret': 'a secret stands in public documentation; replace it before anyone uses it',
};
