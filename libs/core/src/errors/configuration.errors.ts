import { inspect } from 'node:util';
import { AuthError } from './auth.error.js';

/** The problems of a configuration, all at once. Each names its option and the remedy, never its value. */
export class InvalidConfiguration extends AuthError {
  override readonly type = 'InvalidConfiguration';

  constructor(readonly problems: readonly AuthError[]) {
    super(
      [
        `AuthModule cannot start: ${problems.length} problem(s) in its configuration.`,
        ...problems.map((problem, index) => `  ${index + 1}. ${problem.type}: ${problem.message}`),
      ].join('\n'),
      { types: problems.map((problem) => problem.type), err: problems[0]?.cause?.err },
    );
    // The message contains them all; printed with the error, each would add a stack.
    Object.defineProperty(this, 'problems', { enumerable: false });
    // The fault is in the configuration, and no frame of ours or of Nest's points to it.
    Object.defineProperty(this, 'stack', { value: `InvalidConfiguration: ${this.message}` });
  }

  /** What Nest prints when the start fails: the sentences, and where a function of the application failed. */
  [inspect.custom](): string {
    const { err } = this.cause ?? {};
    return err?.stack ? `${this.stack}\n  [cause]: ${err.stack}` : `${this.stack}`;
  }
}

/** No secret, or one that is too short. */
export class MissingSecret extends AuthError {
  override readonly type = 'MissingSecret';
}

/** The option needs an adapter and none is configured. */
export class MissingAdapter extends AuthError {
  override readonly type = 'MissingAdapter';
}

/** The adapter lacks an operation that the configuration reaches. */
export class MissingAdapterMethods extends AuthError {
  override readonly type = 'MissingAdapterMethods';
}

/** A credentials provider without `authorize`. */
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

/** An experimental feature is used without its flag. */
export class ExperimentalFeatureNotEnabled extends AuthError {
  override readonly type = 'ExperimentalFeatureNotEnabled';
}

/** More than one WebAuthn provider asks for conditional UI. */
export class DuplicateConditionalUI extends AuthError {
  override readonly type = 'DuplicateConditionalUI';
}

/** A WebAuthn provider with conditional UI has no form field with `autocomplete` holding `webauthn`. */
export class MissingWebAuthnAutocomplete extends AuthError {
  override readonly type = 'MissingWebAuthnAutocomplete';
}

/** The custom error page is itself protected or broken, so the built-in one is shown. */
export class ErrorPageLoop extends AuthError {
  override readonly type = 'ErrorPageLoop';
}
