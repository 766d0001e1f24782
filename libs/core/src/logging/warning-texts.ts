/** What each warning means and what to do about it. */
export const WARNING_TEXTS: Readonly<Record<string, string>> = {
  'tenantless-providers':
    'the configuration function returns different providers for different requests but no `tenant`, so each accepts the sessions of the others; return a `tenant` with each',
  'tenantless-issuers':
    'the configuration function returns different issuers for different requests but no `tenant`, so each accepts the sessions of the others; return a `tenant` with each',
  'tenantless-adapters':
    'the configuration function returns different adapters with the same secret for different requests but no `tenant`; return a `tenant` with each, or the same adapter object if they belong to one tenant',
  'unnamed-instances':
    'several AuthModules have no `name`, and this one keeps the cookie names of Auth.js only because it is imported first; give the others a `name`, so that a different import order does not sign users out',
  'global-instances':
    'two AuthModules are global, so a handler whose module imports neither is guarded by the one that is imported first; set `isGlobal: false` on all but one, and import the others in the modules that use them',
  'debug-enabled': 'debug is on; switch it off in production',
  'csrf-disabled': 'the CSRF check is off; your code must check the origin of each request',
  'env-url-basepath-redundant':
    'AUTH_URL has a path, but only its origin is used; set the path of the endpoints with `basePath`',
  'env-url-basepath-mismatch':
    'AUTH_URL has a path other than `basePath`, but only its origin is used; remove the path',
  'page-is-endpoint':
    'an entry of `pages` has the path of a built-in page; unless a global prefix moves the endpoints, the entry is ignored: remove it, or give your page another path',
  'unguarded-messages':
    'a microservice is connected to this application, and Nest does not apply the global guard to its message handlers, unless it is connected with `inheritAppConfig: true`; add `@UseGuards(SessionGuard)`, or `@Public()`, to their controllers',
  'unguarded-fields':
    "field or reference resolvers of GraphQL have a guard that Nest does not run; set `fieldResolverEnhancers: ['guards']` of `GraphQLModule`, or add `@Public()` to those that are open",
  'rpc-cookie-name':
    'messages of microservices have stateless sessions, which open only under the name of their cookie, and that depends on whether the application that signs in is served over https, which is unknown; set AUTH_URL to its address, or `useSecureCookies`. Until then, sessions of https are refused',
  'short-secret': 'a secret is shorter than 32 characters; replace it with a longer one soon',
  'foreign-sub':
    "the jwt callback returned a `sub` other than the user's id at a sign-in, and the id was restored; store the provider's id under another name, and do not spread its profile into the token",
  'padded-secret':
    'a secret begins or ends with white space, which is part of the secret; every instance must have the same value, and a file or a shell may have added a line break',
  'unproven-addresses':
    'allowDangerousEmailAccountLinking is on and the adapter does not report which addresses are proven; store accounts.emailVerified and add listAccountsByUserId',
  'unvouched-addresses':
    'allowDangerousEmailAccountLinking is on for a provider that does not report whether it has verified an address, so its accounts are not linked by address; turn it off, or return the address in the option verifiedEmail of the provider if you know that it is verified',
  'unproven-users':
    'the adapter does not report which addresses are proven, so an emailed link does not remove access that a stranger set up with its address; store accounts.emailVerified and add listAccountsByUserId',
  'encryption-follows-secret':
    'provider tokens are sealed with `secret`, and are lost when it is replaced; set AUTH_ENCRYPTION_SECRET',
  'tokens-single-process':
    'the adapter has no advanceAccount with accounts.tokenVersion, so several instances may refresh the same provider token at once, and some providers then revoke the access; run the migrations, or run only one instance',
  'state-too-long':
    'redirectProxyUrl is set for a provider that accepts only a shorter `state` than the proxy needs, such as WeChat, so nobody can sign in with it; register the callback of each deployment there, and set the option on the other providers only',
  'legacy-logout-token':
    '`backchannelLogout.acceptLegacyTokens` is on, so logout tokens of that provider are accepted without the header `typ` or the claim `exp`; update the provider, and remove the option',
  'logout-hint-too-long':
    'an ID token does not fit into a cookie, so the sign-out request to its provider is sent without it, and the provider may ask the user which session to end; configure the provider to include fewer claims',
  'short-provider-token':
    'a provider issued an access token that expires within `refreshMargin`, so each use of it causes a request to the provider; lower the margin, or configure the provider to issue tokens with a longer lifetime',
  'unspent-links':
    'the adapter has no deleteVerificationTokensByIdentifier, so the other links of an address stay valid until they expire',
  'experimental-webauthn': 'passkeys are experimental; their options may change without notice',
  'unspent-challenges':
    'the adapter has no spendOnce, so only the cookie records that the challenge of a passkey was used',
  'repeated-session-cookie':
    'a browser sent two session cookies with the same name. If `cookies.sessionToken.options` was changed (domain, path, partitioned), the former cookie is cleared at the next use; if another application sets the same name for a parent domain, give this one a different `cookies.sessionToken.name`. Reported once',
  'session-too-large':
    'a session is larger than three cookies, so it is not renewed and ends when its cookies expire; return less from the jwt callback, also in an application that shares the session',
  'unusable-redirect':
    'the redirect callback returned neither an http(s) URL nor a path, so the browser goes to the origin of the application; return a URL or a path',
  'untrusted-forwarded-for':
    'a request has the header X-Forwarded-For, which the platform does not trust, so all clients behind that proxy count as one network for `limits`; set `trust proxy` (Express) or `trustProxy` (Fastify) to the addresses of your proxies',
  'untrusted-forwarded-proto':
    'a request has the header X-Forwarded-Proto: https, which the platform does not trust, so forms and links point to http and cookies lack `Secure`; set AUTH_URL to the public address, or `trust proxy` (Express) or `trustProxy` (Fastify) to the addresses of your proxies',
  'user-without-roles':
    '`@Roles` refused a user whose session shows neither `roles` nor `role`. Add a column of that name to the entity of the users, and let the callback `session`, and `jwt` with stateless sessions, return it; or set the option `roles`. Reported once',
  'one-client-network':
    'all attempts so far came from one network, through a proxy, so one visitor may use up the `limits` of everybody; if there are more visitors, a proxy in front does not pass on their addresses: let every proxy add X-Forwarded-For, and trust all of them',
  'unknown-client-address':
    'the address of a client is unknown, and all such clients count as one network for `limits`; check `limits.address`, or what the platform and its proxies report',
  'limits-without-address':
    '`Auth()` does not know the addresses of clients, so `limits` counts only by identifier, and strangers can lock out its owner; set `limits.address`',
  'unknown-secret':
    'a cookie was created with a secret that this instance does not have; give every instance the same secrets. The cookie may also be older than the removal of a secret, belong to another application on this host, or be forged. Reported at most once an hour',
  'clock-behind':
    'another instance recorded a session or a sign-in that begins more than a minute from now, so this instance refuses it or moves its times back; synchronize the clocks (NTP). Reported at most once an hour',
  'limits-per-instance':
    'another instance also signs users in, and each counts `limits` in its own memory, so every instance adds to the number of guesses allowed; set `limits.store`',
  'unnamed-session':
    'a stateless session was issued without a `sid`, unlike those of this instance, so it is not listed, and only its own token can be revoked; set `session.revocation` on every instance. An Auth.js application beside this one also issues sessions without a `sid`. Reported at most once an hour',
  'published-secret': 'a secret appears in public documentation; replace it before anyone uses it',
};
