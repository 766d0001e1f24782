import { Logger } from '@nestjs/common';
import { toError } from '../errors/to-error.js';
import { callSafely } from '../model/call-safely.js';
import type { AuthLogger, LoggerInstance } from './auth-logger.port.js';
import { describeError, usefulStack } from './describe-error.js';
import { printableError } from './printable-error.js';
import { oneLine, redact } from './redact.js';

/** What each warning means and what to do about it. */
const WARNINGS: Readonly<Record<string, string>> = {
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
  'published-secret': 'a secret stands in public documentation; replace it before anyone uses it',
};

/**
 * The logger that the module writes to: the user's where given, Nest's for the rest. Whatever it is,
 * it only gets to see errors without their parameters, headers and bodies.
 * @see docs/design/wire-contract.md 16.2, REQ-24
 */
export function createAuthLogger(custom: Partial<LoggerInstance> = {}, debug = false): AuthLogger {
  const nest = new Logger('Authnest');
  const builtIn: AuthLogger = {
    error: (error) => nest.error(describeError(error), debug ? error.stack : usefulStack(error)),
    warn: (code, error) => nest.warn(error ? describeError(error) : describeWarning(code)),
    info: (message, metadata) => nest.log(withMetadata(message, metadata)),
    debug: (message, metadata) => nest.debug(withMetadata(message, metadata)),
  };
  // A logger of the application that throws or rejects must not fail the request.
  const safely = (log: () => unknown): void =>
    callSafely((thrown) => {
      nest.error(`the option \`logger\` failed: ${redact(toError(thrown).message)}`);
    }, log);
  return {
    error: (error) =>
      safely(() => (custom.error ? custom : builtIn).error?.(printableError(error))),
    warn: (code, error) =>
      safely(() =>
        (custom.warn ? custom : builtIn).warn?.(code, ...(error ? [printableError(error)] : [])),
      ),
    info: (message, metadata) =>
      safely(() => (custom.info ? custom : builtIn).info?.(message, metadata)),
    debug:
      custom.debug || debug
        ? (message, metadata) =>
            safely(() => (custom.debug ? custom : builtIn).debug?.(redact(message), metadata))
        : () => undefined,
  };
}

function describeWarning(code: string): string {
  return WARNINGS[code] ? `${code}: ${WARNINGS[code]}` : redact(code);
}

function withMetadata(message: string, metadata: unknown): string {
  return metadata === undefined ? message : `${message} ${oneLine(JSON.stringify(metadata))}`;
}
