import { Logger, type LoggerService } from '@nestjs/common';
import { AuthError } from '../errors/auth.error.js';
import { AdapterError } from '../errors/internal.errors.js';
import { EmailSignInError } from '../errors/sign-in.errors.js';
import { createAuthLogger } from './nest-auth-logger.js';

/** What Nest's logger would print. */
class Lines implements LoggerService {
  readonly errors: string[] = [];
  readonly others: string[] = [];

  error(message: string): void {
    this.errors.push(message);
  }

  log(message: string): void {
    this.others.push(message);
  }

  warn(message: string): void {
    this.others.push(message);
  }

  debug(message: string): void {
    this.others.push(message);
  }
}

describe('the built-in logger', () => {
  let lines: Lines;

  beforeEach(() => Logger.overrideLogger((lines = new Lines())));

  it('ends the line of an error with its heading in docs/errors.md', () => {
    const err = new TypeError('connection refused');

    createAuthLogger().error(new AdapterError('adapter.getUser failed', { err, operation: 'get' }));

    expect(lines.errors).toEqual([
      '[AdapterError] adapter.getUser failed {"operation":"get"} cause: TypeError: connection refused (see docs/errors.md#adaptererror)',
    ]);
  });

  it('takes the heading from the type and not from the class', () => {
    class WrongCode extends AuthError {}

    createAuthLogger().error(new EmailSignInError('the mail was refused'));
    createAuthLogger().error(new WrongCode('of an application'));

    expect(lines.errors).toEqual([
      '[EmailSignin] the mail was refused (see docs/errors.md#emailsignin)',
      '[AuthError] of an application (see docs/errors.md#autherror)',
    ]);
  });

  it('names no heading for an error of somebody else', () => {
    createAuthLogger().error(new RangeError('too large'));

    expect(lines.errors).toEqual(['[RangeError] too large']);
  });

  it('explains a warning, and prints an unknown code as it is', () => {
    createAuthLogger().warn('short-secret');
    createAuthLogger().warn('a code of an application');

    expect(lines.others).toEqual([
      'short-secret: a secret is shorter than 32 characters; replace it with a longer one soon',
      'a code of an application',
    ]);
  });

  it('prints debug lines only when asked to', () => {
    createAuthLogger().debug('GET session');
    createAuthLogger({}, true).debug('GET session', { provider: 'company' });

    expect(lines.others).toEqual(['GET session {"provider":"company"}']);
  });
});
