import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Logger, type LoggerService } from '@nestjs/common';
import { AuthError } from '../errors/auth.error.js';
import { AdapterError } from '../errors/internal.errors.js';
import { EmailSignInError } from '../errors/sign-in.errors.js';
import { createAuthLogger } from './nest-auth-logger.js';

/** Collects what Nest's logger would print. */
class Lines implements LoggerService {
  readonly errors: string[] = [];
  readonly stacks: (string | undefined)[] = [];
  readonly others: string[] = [];

  error(message: string, stack?: string): void {
    this.errors.push(message);
    this.stacks.push(stack);
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

  it('ends the line of an error with the URL of its guide (U9)', () => {
    const err = new TypeError('connection refused');

    createAuthLogger().error(new AdapterError('adapter.getUser failed', { err, operation: 'get' }));

    expect(lines.errors).toEqual([
      '[AdapterError] adapter.getUser failed {"operation":"get"} cause: TypeError: connection refused (see https://authnest.dev/errors#adaptererror)',
    ]);
  });

  it('writes short lines at every level, whatever their details contain (I09)', () => {
    const text = `a\nb ${'word '.repeat(20_000)}`;
    const metadata = { text, list: [{ text }], [text]: 1 };
    const logger = createAuthLogger({}, true);

    logger.info(text, metadata);
    logger.debug?.(text, metadata);
    logger.warn(text, new AuthError(text, { text }));
    logger.warn(text);
    logger.error(new AuthError(text, { text, err: new Error(text) }));

    const all = [...lines.others, ...lines.errors];
    expect(all).toHaveLength(5);
    for (const line of all) {
      expect(line).not.toContain('\n');
      expect(line.length).toBeLessThan(3000);
    }
  });

  it('names every cause down to the first, each only once', () => {
    const system = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' });
    const err = new TypeError('fetch failed', { cause: system });
    const metadata = new AuthError('https://id.example/ could not be reached', { err });

    createAuthLogger().error(new AdapterError('adapter.getUser failed', { err: metadata }));
    createAuthLogger().error(new AdapterError('failed', { err: new AuthError('again', { err }) }));
    createAuthLogger().error(new AuthError('the same', { err: new AuthError('the same') }));

    expect(lines.errors).toEqual([
      '[AdapterError] adapter.getUser failed cause: AuthError: https://id.example/ could not be reached, TypeError: fetch failed, AggregateError: ECONNREFUSED (see https://authnest.dev/errors#adaptererror)',
      '[AdapterError] failed cause: AuthError: again, TypeError: fetch failed, AggregateError: ECONNREFUSED (see https://authnest.dev/errors#adaptererror)',
      '[AuthError] the same cause: AuthError: the same (see https://authnest.dev/errors#autherror)',
    ]);
  });

  it('stops at the fifth cause', () => {
    const error = new AuthError('turn');
    error.cause = { err: error };

    createAuthLogger().error(error);

    expect(lines.errors[0]?.match(/turn/g)?.length).toBeLessThan(8);
  });

  it('shows the stack if application code failed, but none for an error of our own', () => {
    const err = Object.assign(new Error('no row'), {
      stack: 'Error: no row\n    at findUser (/shop/dist/users.js:3:9)',
    });
    const driver = Object.assign(new Error('no such table'), {
      stack:
        'Error: no such table\n    at run (/shop/node_modules/driver/index.js:1:1)\n    at node:internal/x:1:1',
    });

    createAuthLogger().error(new AdapterError('adapter.getUser failed', { err }));
    createAuthLogger().error(new AdapterError('adapter.getUser failed', { err: driver }));
    createAuthLogger().error(new AuthError('a sentence'));

    expect(lines.stacks).toEqual([
      'Error: no row\n    at findUser (/shop/dist/users.js:3:9)',
      undefined,
      undefined,
    ]);
  });

  it('shows every frame if debug is on', () => {
    createAuthLogger({}, true).error(new AuthError('a sentence'));

    expect(lines.stacks[0]).toMatch(/^AuthError: a sentence\n {4}at /);
  });

  it('names the type of an error and links its guide, whatever its class', () => {
    class WrongCode extends AuthError {}

    createAuthLogger().error(new EmailSignInError('the mail was refused'));
    createAuthLogger().error(new WrongCode('of an application'));

    expect(lines.errors).toEqual([
      '[EmailSignin] the mail was refused (see https://authnest.dev/errors#emailsignin)',
      '[AuthError] of an application (see https://authnest.dev/errors#autherror)',
    ]);
  });

  it('links no guide for an error that is not ours', () => {
    createAuthLogger().error(new RangeError('too large'));

    expect(lines.errors).toEqual(['[RangeError] too large']);
  });

  it('explains a warning, and prints an unknown code unchanged', () => {
    createAuthLogger().warn('short-secret');
    createAuthLogger().warn('a code of an application');

    expect(lines.others).toEqual([
      'short-secret: a secret is shorter than 32 characters; replace it with a longer one soon',
      'a code of an application',
    ]);
  });

  it.each(codesInSources())('explains the warning %s', (code) => {
    createAuthLogger().warn(code);

    expect(lines.others[0]).toMatch(new RegExp(`^${code}: \\S`));
  });

  it('prints debug lines only if debug is on', () => {
    createAuthLogger().debug?.('GET session');
    createAuthLogger({}, true).debug?.('GET session', { provider: 'company' });

    expect(lines.others).toEqual(['GET session {"provider":"company"}']);
  });
});

/** Returns the codes of warnings in the sources of core. */
function codesInSources(): string[] {
  const root = join(import.meta.dirname, '..');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' });
  const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'));
  return sources.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const pattern = file.endsWith('start-warnings.ts')
      ? /'([a-z]+(?:-[a-z]+)+)'/g
      : /\bwarn\(\s*'([a-z-]+)'/g;
    return [...text.matchAll(pattern)].map(([, code = '']) => code);
  });
}
