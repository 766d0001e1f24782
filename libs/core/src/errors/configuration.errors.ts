import { inspect } from 'node:util';
import { AuthError } from './auth.error.js';
import { GUIDES } from './guides-address.js';

/** All problems of a configuration. Each names the option and the remedy, but never the value. */
export class InvalidConfiguration extends AuthError {
  override readonly type = 'InvalidConfiguration';

  constructor(readonly problems: readonly AuthError[]) {
    super(
      [
        `AuthModule cannot start: ${counted(problems.length)} in its configuration (see ${GUIDES}/errors#invalidconfiguration).`,
        ...problems.map((problem, index) => `  ${index + 1}. ${problem.type}: ${problem.message}`),
      ].join('\n'),
      {
        types: problems.map((problem) => problem.type),
        err: problems.find(({ cause }) => cause?.err)?.cause?.err,
      },
    );
    // The message contains them all; if they were printed too, each would add a stack.
    Object.defineProperty(this, 'problems', { enumerable: false });
    // The fault is in the configuration, and no stack frame of Authnest or Nest points to it.
    Object.defineProperty(this, 'stack', { value: `InvalidConfiguration: ${this.message}` });
  }

  /** What Nest prints if the start fails: the message, and the stack of a failed function. */
  [inspect.custom](): string {
    const { err } = this.cause ?? {};
    return err?.stack ? `${this.stack}\n  [cause]: ${err.stack}` : `${this.stack}`;
  }
}

function counted(problems: number): string {
  return problems === 1 ? '1 problem' : `${problems} problems`;
}

/** A secret is missing, blank, too short or listed twice. */
export class MissingSecret extends AuthError {
  override readonly type = 'MissingSecret';
}

/** An option needs an adapter, but none is configured. */
export class MissingAdapter extends AuthError {
  override readonly type = 'MissingAdapter';
}

/** The adapter lacks an operation that the configuration needs. */
export class MissingAdapterMethods extends AuthError {
  override readonly type = 'MissingAdapterMethods';
}

/** A credentials provider has no `authorize`. */
export class MissingAuthorize extends AuthError {
  override readonly type = 'MissingAuthorize';
}

/** An OAuth or OIDC provider without an issuer lacks one of its endpoints. */
export class InvalidEndpoints extends AuthError {
  override readonly type = 'InvalidEndpoints';
}

/** The `callbackUrl` of a request is neither a path nor an http(s) URL. */
export class InvalidCallbackUrl extends AuthError {
  override readonly type = 'InvalidCallbackUrl';
}

/** The session strategy cannot work with the rest of the configuration. */
export class UnsupportedStrategy extends AuthError {
  override readonly type = 'UnsupportedStrategy';
}

/** The host of the request is not trusted: see the option `trustHost`. */
export class UntrustedHost extends AuthError {
  override readonly type = 'UntrustedHost';
}

/**
 * A configuration function found no tenant for the request. It may throw this error: anybody can
 * send such requests, so it is logged as a warning, and the response is 404.
 */
export class UnknownTenant extends AuthError {
  override readonly type = 'UnknownTenant';

  constructor(message = 'the configuration function found no tenant for the request') {
    super(message);
  }
}

/** An experimental feature is used without its flag. */
export class ExperimentalFeatureNotEnabled extends AuthError {
  override readonly type = 'ExperimentalFeatureNotEnabled';
}

/** More than one WebAuthn provider enables conditional UI. */
export class DuplicateConditionalUI extends AuthError {
  override readonly type = 'DuplicateConditionalUI';
}

/** A provider with conditional UI has no field whose `autocomplete` contains `webauthn`. */
export class MissingWebAuthnAutocomplete extends AuthError {
  override readonly type = 'MissingWebAuthnAutocomplete';
}

/** The custom error page or sign-in page is itself protected or broken. */
export class ErrorPageLoop extends AuthError {
  override readonly type = 'ErrorPageLoop';
}
