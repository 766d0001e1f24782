import * as core from '@authnest/core';
import { AuthError } from './auth.error.js';
import { InvalidCheck } from './internal.errors.js';
import { AccessDenied, CredentialsSignin, SignInError } from './sign-in.errors.js';

const ERR = new TypeError('the original');

describe('AuthError', () => {
  it.each<[string, AuthError, string, object | undefined]>([
    ['no argument', new AuthError(), '', undefined],
    ['a message', new AuthError('m'), 'm', undefined],
    ['an error', new AuthError(ERR), '', { err: ERR }],
    [
      'an error and details',
      new AuthError(ERR, { provider: 'gh' }),
      '',
      { err: ERR, provider: 'gh' },
    ],
    ['a message and an error', new AuthError('m', ERR), 'm', { err: ERR }],
    ['a message and details', new AuthError('m', { provider: 'gh' }), 'm', { provider: 'gh' }],
    [
      'a message and details with `err`',
      new AuthError('m', { err: ERR, provider: 'gh' }),
      'm',
      { err: ERR, provider: 'gh' },
    ],
    ['details', new AuthError({ provider: 'gh' }), '', { provider: 'gh' }],
    [
      'a message and `cause`',
      new AuthError('m', { cause: { err: ERR, provider: 'gh' } }),
      'm',
      { err: ERR, provider: 'gh' },
    ],
    ['a message and an error as `cause`', new AuthError('m', { cause: ERR }), 'm', { err: ERR }],
  ])('stores the cause if made with %s', (_what, error, message, cause) => {
    expect(error.message).toBe(message);
    expect(error.cause).toEqual(cause);
  });

  it('copies the cause of the error that it wraps, and keeps that error', () => {
    const own = new AuthError('inner', { err: ERR, provider: 'gh' });
    const plain = new Error('inner', { cause: { provider: 'gh' } });

    expect(new AuthError(own, { step: 2 }).cause).toEqual({ err: own, provider: 'gh', step: 2 });
    expect(new AuthError(plain, { step: 2 }).cause).toEqual({
      err: plain,
      provider: 'gh',
      step: 2,
    });
    expect(new AuthError(new Error('inner', { cause: ERR })).cause?.err?.cause).toBe(ERR);
  });

  it('has the name of its class and the type of the class that it extends', () => {
    class LockedOut extends CredentialsSignin {
      override code = 'locked';
    }
    class Own extends AuthError {}

    expect(new LockedOut()).toMatchObject({
      name: 'LockedOut',
      type: 'CredentialsSignin',
      page: 'signIn',
      clientSafe: true,
      code: 'locked',
    });
    expect(new Own('m')).toMatchObject({ name: 'Own', type: 'AuthError', clientSafe: false });
  });

  it('is an Error with a stack', () => {
    const error = new InvalidCheck('m');

    expect(error).toBeInstanceOf(Error);
    expect(error).toBeInstanceOf(AuthError);
    expect(error.stack).toContain('auth.error.spec');
  });

  it('has the code `credentials` by default if it is a CredentialsSignin', () => {
    expect(new CredentialsSignin().code).toBe('credentials');
  });

  it('is a SignInError, whose own type is AuthError, if the sign-in page shows it', () => {
    expect(new SignInError('m')).toMatchObject({ type: 'AuthError', page: 'signIn' });
    expect(new CredentialsSignin()).toBeInstanceOf(SignInError);
    expect(new AccessDenied()).not.toBeInstanceOf(SignInError);
  });
});

describe('the classes of the contract', () => {
  /** Class, page, and whether a client may see the type. */
  const CLASSES = [
    ['AccessDenied', 'error', true],
    ['AccountNotLinked', 'signIn', true],
    ['AdapterError', 'error', false],
    ['CallbackRouteError', 'error', false],
    ['CredentialsSignin', 'signIn', true],
    ['DuplicateConditionalUI', 'error', false],
    ['ErrorPageLoop', 'error', false],
    ['EventError', 'error', false],
    ['ExperimentalFeatureNotEnabled', 'error', false],
    ['InvalidCallbackUrl', 'error', false],
    ['InvalidCheck', 'error', false],
    ['InvalidEndpoints', 'error', false],
    ['InvalidProvider', 'error', false],
    ['JWTSessionError', 'error', false],
    ['MissingAdapter', 'error', false],
    ['MissingAdapterMethods', 'error', false],
    ['MissingAuthorize', 'error', false],
    ['MissingCSRF', 'signIn', true],
    ['MissingSecret', 'error', false],
    ['MissingWebAuthnAutocomplete', 'error', false],
    ['OAuthAccountNotLinked', 'signIn', true],
    ['OAuthCallbackError', 'signIn', true],
    ['OAuthProfileParseError', 'error', false],
    ['OAuthSignInError', 'signIn', false],
    ['SessionRequired', 'signIn', true],
    ['SessionTokenError', 'error', false],
    ['SignOutError', 'error', false],
    ['UnknownAction', 'error', false],
    ['UnsupportedStrategy', 'error', false],
    ['UntrustedHost', 'error', false],
    ['Verification', 'error', true],
    ['WebAuthnVerificationError', 'signIn', true],
  ] as const;

  it.each(CLASSES)('%s has the page %s, shown to clients: %s', (name, page, clientSafe) => {
    const error = new core[name]('m');

    expect(error).toBeInstanceOf(core.AuthError);
    expect(error).toMatchObject({ name, type: name, message: 'm', page, clientSafe });
  });

  it('EmailSignInError is shown as EmailSignin', () => {
    expect(new core.EmailSignInError('m')).toMatchObject({
      name: 'EmailSignInError',
      type: 'EmailSignin',
      page: 'signIn',
      clientSafe: true,
    });
  });
});
