import { inspect } from 'node:util';
import { AuthError } from './auth.error.js';
import { InvalidConfiguration, MissingSecret } from './configuration.errors.js';

describe('InvalidConfiguration', () => {
  it('tells each problem once when it is printed, without a stack for each', () => {
    const error = new InvalidConfiguration([
      new MissingSecret('secret: is missing; set AUTH_SECRET'),
      new AuthError('timeout: expected seconds'),
    ]);

    const printed = inspect(error, { depth: 10 });

    expect(printed).toContain('  1. MissingSecret: secret: is missing; set AUTH_SECRET\n');
    expect(printed.split('set AUTH_SECRET')).toHaveLength(2);
    expect(printed.split('timeout: expected seconds')).toHaveLength(2);
  });
});
