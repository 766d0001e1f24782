import { Logger, type LoggerService } from '@nestjs/common';
import { LogCollector } from '../../../../test/support/log-collector.js';
import { AuthError } from '../errors/auth.error.js';
import type { AuthLogger } from './auth-logger.port.js';
import { createAuthLogger } from './nest-auth-logger.js';

/** Collects what Nest's logger would print. */
class NestLines implements LoggerService {
  readonly lines: string[] = [];
  readonly error = (message: string) => this.lines.push(message);
  readonly log = (message: string) => this.lines.push(message);
  readonly warn = (message: string) => this.lines.push(message);
  readonly debug = (message: string) => this.lines.push(message);
}

/** Calls `error`, `warn` and `debug`. */
function callAll(logger: AuthLogger): void {
  logger.error(new AuthError('an error'));
  logger.warn('a-code');
  logger.debug?.('a line', { a: 1 });
}

describe('a custom logger', () => {
  let nest: NestLines;

  beforeEach(() => Logger.overrideLogger((nest = new NestLines())));

  it('receives every call with its `this`, and debug lines even if `debug` is not set', () => {
    const logs = new LogCollector();

    callAll(createAuthLogger(logs));

    expect(logs.types).toEqual(['AuthError']);
    expect(logs.warnings).toEqual(['a-code']);
    expect(logs.lines.at(-1)).toBe('a line { a: 1 }');
    expect(nest.lines).toEqual([]);
  });

  it('may have only one method; Nest logs the rest', () => {
    const seen: string[] = [];

    callAll(createAuthLogger({ warn: (code) => seen.push(code) }, true));

    expect(seen).toEqual(['a-code']);
    expect(nest.lines.join('\n')).toMatch(/an error[^]*a line \{"a":1\}/);
  });

  it('never receives a secret from an error or a message', () => {
    const logs = new LogCollector();
    const err = Object.assign(new Error('failed'), { config: { secret: 'canary' } });

    createAuthLogger(logs).error(new AuthError('the call failed', { err }));
    createAuthLogger(logs).debug?.('GET /?code=canary');

    expect(logs.lines.join()).not.toContain('canary');
  });

  it('receives metadata whose strings are cut, and ids of users unchanged (I09)', () => {
    const logs = new LogCollector();
    const userId = 'x'.repeat(64);

    createAuthLogger(logs).info('a fact', { userId, target: `a ${'b '.repeat(5000)}` });
    createAuthLogger(logs).debug?.('a line', { list: [`a\n${'b '.repeat(5000)}`] });

    expect(logs.facts).toMatchObject([['a fact', { userId }]]);
    for (const line of logs.lines) expect(line.length).toBeLessThan(800);
  });

  it('does not make a request fail if it throws, and Nest logs the error', () => {
    const fail = (): never => {
      throw new Error('the disk is full');
    };

    expect(() => callAll(createAuthLogger({ error: fail, warn: fail, debug: fail }))).not.toThrow();
    expect(nest.lines).toHaveLength(3);
    expect(nest.lines[0]).toContain('the disk is full');
  });

  it('leaves no rejection unhandled if it rejects (O1)', async () => {
    const unhandled: unknown[] = [];
    const collect = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', collect);
    const fail = () => Promise.reject(new Error('the collector is down'));

    callAll(createAuthLogger(Object.assign({}, { error: fail, warn: fail, debug: fail })));
    await new Promise(setImmediate);

    process.off('unhandledRejection', collect);
    expect(unhandled).toEqual([]);
    expect(nest.lines).toHaveLength(3);
  });
});
