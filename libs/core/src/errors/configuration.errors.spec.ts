import { inspect } from 'node:util';
import { AuthError } from './auth.error.js';
import { InvalidConfiguration, MissingSecret } from './configuration.errors.js';

describe('InvalidConfiguration', () => {
  it('prints each problem once, without a stack for each', () => {
    const error = new InvalidConfiguration([
      new MissingSecret('secret: is missing; set AUTH_SECRET'),
      new AuthError('timeout: expected seconds'),
    ]);

    const printed = inspect(error, { depth: 10 });

    expect(printed).toContain('  1. MissingSecret: secret: is missing; set AUTH_SECRET\n');
    expect(printed.split('set AUTH_SECRET')).toHaveLength(2);
    expect(printed.split('timeout: expected seconds')).toHaveLength(2);
  });

  it('prints only its message, wherever it is printed', () => {
    const error = new InvalidConfiguration([new MissingSecret('secret: is missing')]);
    const sentences =
      'InvalidConfiguration: AuthModule cannot start: 1 problem in its configuration (see https://authnest.dev/errors#invalidconfiguration).\n' +
      '  1. MissingSecret: secret: is missing';

    expect(error.stack).toBe(sentences);
    expect(inspect(error)).toBe(sentences);
    expect(inspect({ error })).not.toMatch(/\bat |clientSafe|undefined/);
  });

  it('keeps the stack of an application function that failed', () => {
    const err = new RangeError('no such tenant');

    const error = new InvalidConfiguration([new AuthError('the function failed', { err })]);

    expect(inspect(error)).toContain('1. AuthError: the function failed');
    expect(inspect(error)).toContain('RangeError: no such tenant\n    at ');
  });
});
