import { inspect } from 'node:util';
import { AuthError } from '../errors/auth.error.js';
import { InvalidConfiguration, MissingSecret } from '../errors/configuration.errors.js';
import { AdapterError, InvalidRequest } from '../errors/internal.errors.js';
import { CredentialsSignin } from '../errors/sign-in.errors.js';
import { printableError } from './printable-error.js';

const CANARY = 'canary-5f2e';

/** Returns everything that a log collector could print about an error. */
function printed(error: Error): string {
  const copy = printableError(error);
  return `${inspect(copy, { depth: 20, showHidden: true })}\n${JSON.stringify(copy)}\n${copy.stack}`;
}

describe('printableError', () => {
  it('keeps class, name, type, message and stack frames', () => {
    class WrongPassword extends CredentialsSignin {}
    const error = new WrongPassword('the password is wrong');

    const copy = printableError(error);

    expect(copy).toBeInstanceOf(WrongPassword);
    expect(copy).toMatchObject({
      name: 'WrongPassword',
      type: 'CredentialsSignin',
      message: 'the password is wrong',
      page: 'signIn',
      clientSafe: true,
    });
    expect(copy.stack).toContain('WrongPassword: the password is wrong\n    at ');
  });

  it('keeps the code of refused credentials and the status of a refused request', () => {
    const credentials = Object.assign(new CredentialsSignin(), { code: 'locked' });
    const request = Object.assign(new InvalidRequest('too large'), { status: 413 });

    expect(printableError(credentials)).toMatchObject({ code: 'locked' });
    expect(printableError(request)).toMatchObject({ status: 413 });
  });

  it('keeps cause.err and plain details', () => {
    const cause = { err: new TypeError('no connection'), operation: 'getUser', tries: 2, on: true };
    const copy = printableError(new AdapterError('adapter.getUser failed', cause));

    expect(copy.cause).toMatchObject({ operation: 'getUser', tries: 2, on: true });
    expect(copy.cause).toHaveProperty('err.message', 'no connection');
  });

  it('drops the members that a driver adds to its error (I02)', () => {
    const driver = Object.assign(new Error('duplicate key'), {
      query: `INSERT INTO sessions VALUES ('${CANARY}')`,
      parameters: [CANARY],
      detail: `Key (sessionToken)=(${CANARY})`,
      driverError: { parameters: [CANARY] },
    });

    const text = printed(new AdapterError('adapter.createSession failed', { err: driver }));

    expect(text).toContain('duplicate key');
    expect(text).not.toContain(CANARY);
  });

  it('drops the members that an HTTP client adds to its error (I02)', () => {
    const client = Object.assign(new Error('Request failed with status code 401'), {
      config: { headers: { Authorization: `Bearer ${CANARY}` }, data: `code=${CANARY}` },
      response: { body: CANARY },
      toJSON: () => ({ config: CANARY }),
    });

    const text = printed(new AuthError('the call failed', { err: client, config: { a: CANARY } }));

    expect(text).toContain('status code 401');
    expect(text).not.toContain(CANARY);
  });

  it('shows the system code of an error without a message, but no other code', () => {
    const refused = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' });
    const odd = Object.assign(new Error(''), { code: CANARY });

    expect(printableError(refused).message).toBe('ECONNREFUSED');
    expect(printed(odd)).not.toContain(CANARY);
  });

  it('redacts along the chain of causes (I02)', () => {
    const inner = Object.assign(new Error(`token=${CANARY}`), { secret: CANARY });
    const middle = new Error(`Authorization: Bearer ${CANARY}`, { cause: inner });
    const outer = new AuthError(`?code=${CANARY}`, {
      err: middle,
      url: `https://x/?state=${CANARY}`,
    });

    const text = printed(outer);

    expect(text).not.toContain(CANARY);
    expect(text).toContain('token=[redacted]');
  });

  it('cuts off an endless chain of causes', () => {
    const error = new Error('turn');
    error.cause = error;

    expect(printed(error)).toContain('turn');
  });

  it.each([
    ['CR and LF', 'denied\r\n[Nest] LOG all is well'],
    ['ANSI', '\u001b[2Jdenied'],
    ['1 MB', 'denied '.repeat(150_000)],
  ])('turns a message with %s into one short line (I09)', (_what, message) => {
    const copies = [printableError(new Error(message)), printableError(new AuthError(message))];

    for (const copy of copies) {
      expect(copy.message).toMatch(/^[^\p{Cc}]{1,501}$/u);
      expect(copy.stack?.split('\n')[1]).toMatch(/^\s+at /);
    }
  });

  it.each([
    'nobody\n    at [Nest] LOG signed in as admin',
    `nobody\n    at token=${CANARY}`,
    `nobody\r\n    at ${CANARY} (/app/main.js:1:1)`,
  ])('takes no line of the message %j for a stack frame (I02, I09)', (message) => {
    const changed = new Error(`nobody\n    at token=${CANARY}`);
    changed.message = 'the look-up failed';

    for (const error of [new Error(message), new AuthError(message), changed]) {
      const [, ...lines] = printableError(error).stack?.split('\n') ?? [];

      expect(lines.join()).not.toMatch(/admin|canary/);
      expect(lines[0]).toContain('printable-error.spec.ts');
    }
  });

  it('keeps frames without a position in a file', () => {
    const frames = [
      '    at async Promise.all (index 0)',
      '    at new Promise (<anonymous>)',
      '    at Array.map (native)',
      '    at wasm://wasm/002a:wasm-function[14]:0x1f2',
      '    at file:///app/main.mjs:1:20',
      '    at eval (eval at run (/app/main.js:1:2), <anonymous>:1:1)',
    ];
    const error = Object.assign(new Error('x'), { stack: ['Error: x', ...frames].join('\n') });

    expect(printableError(error).stack?.split('\n').slice(1)).toEqual(frames);
  });

  it('turns a detail and a name into one short line each (I09)', () => {
    const details = { error_description: 'x\r\ny'.repeat(1000) };
    const error = Object.assign(new AuthError('refused', details), { name: 'Hostile\nname' });

    const copy = printableError(error);

    expect(copy.name).toBe('Hostile name');
    expect(copy.stack).toMatch(/^Hostile name: refused\n/);
    expect(Object.values(copy.cause ?? {})).toEqual([expect.stringMatching(/^[^\p{Cc}]{1,501}$/u)]);
  });

  it('keeps the lines of a report about the configuration', () => {
    const problems = [new MissingSecret('secret: is missing'), new AuthError('timeout: expected')];

    expect(printableError(new InvalidConfiguration(problems)).message.split('\n')).toEqual([
      'AuthModule cannot start: 2 problems in its configuration (see https://authnest.dev/errors#invalidconfiguration).',
      '  1. MissingSecret: secret: is missing',
      '  2. AuthError: timeout: expected',
    ]);
  });

  it.each([
    ['message', undefined],
    ['message', { toString: () => 'x' }],
    ['stack', undefined],
    ['stack', 5],
    ['name', undefined],
    ['name', 5],
  ])('copies an error whose %s is %j', (member, value) => {
    const error = new Error('x');
    Object.defineProperty(error, member, { value });

    expect(printableError(error)).toBeInstanceOf(Error);
  });

  it('does not change the error', () => {
    const error = new AdapterError('failed', { err: new Error(`code=${CANARY}`) });

    printableError(error);

    expect(error.cause?.err?.message).toContain(CANARY);
  });
});
