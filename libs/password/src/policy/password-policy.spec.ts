import type { AddressInfo } from 'node:net';
import { createServer, type RequestListener, type Server } from 'node:http';
import { hibp } from './breached.js';
import { isBreached, type PasswordPolicy, weaknessOf } from './password-policy.js';

const POLICY: PasswordPolicy = {
  minLength: 15,
  maxLength: 256,
  blocklist: 'common',
  breached: false,
};
const CONTEXT = {
  email: 'jane.doe@corp.example',
  name: 'Jane',
  site: 'Acme',
  host: 'acme.example',
};

const unchecked: unknown[] = [];
async function weakness(password: string, some: Partial<PasswordPolicy> = {}) {
  const policy = { ...POLICY, ...some };
  const weak = await weaknessOf(password, policy, CONTEXT);
  if (weak) return weak;
  const isKnown = await isBreached(password, policy, (thrown) => unchecked.push(thrown));
  return isKnown ? 'breached' : null;
}

describe('the rules for passwords', () => {
  it.each([
    ['14 characters', 'x7-q'.repeat(3) + 'ab', 'too_short'],
    ['15 characters', 'x7-q'.repeat(3) + 'abc', null],
    ['14 astral characters', '🐎'.repeat(14), 'too_short'],
    ['15 astral characters', '🐎'.repeat(15), null],
    ['256 characters', 'ab1'.repeat(85) + 'x', null],
    ['257 characters', 'ab1'.repeat(85) + 'xy', 'too_long'],
    ['256 astral characters', '🐎'.repeat(256), null],
    ['a megabyte', 'a'.repeat(2 ** 20), 'too_long'],
    ['15 letters in NFD, which are 30 characters', 'é'.normalize('NFD').repeat(15), null],
    ['14 letters in NFD', 'é'.normalize('NFD').repeat(14), 'too_short'],
    ['blanks at the start', `${' '.repeat(14)}x`, null],
    ['NUL', `\0${'x'.repeat(14)}`, null],
  ])('counts code points of %s (K32)', async (_, password, expected) => {
    expect(await weakness(password)).toBe(expected);
  });

  it('does not normalize what is longer than any password (O6)', async () => {
    const before = performance.now();
    for (let nth = 0; nth < 50; nth += 1) {
      expect(await weakness('\u0323\u0301'.repeat(4000))).toBe('too_long');
    }
    expect(performance.now() - before).toBeLessThan(1000);
  });

  it.each([
    ['the whole of a common password', 'PASSWORD1234', 8, 'common'],
    ['a common password as a part', 'password1234 of my cat', 8, null],
    ['a common password of 15 characters', '1QAZ2WSX3EDC4RFV', 15, 'common'],
    ['the address', 'jane.doe@corp.example', 15, 'context'],
    ['words of the person and the site', 'Acme_Jane-2026!!', 15, 'context'],
    ['such words and others', 'Acme Jane horse 1', 15, null],
    ['digits only', '8402958203847561', 15, null],
  ])('looks at %s (K33)', async (_, password, minLength, expected) => {
    expect(await weakness(password, { minLength })).toBe(expected);
  });

  it('looks at nothing but the length without a blocklist', async () => {
    expect(await weakness('password1234', { minLength: 8, blocklist: false })).toBeNull();
  });

  it('asks the list of the application', async () => {
    const asked: unknown[] = [];
    const blocklist = (password: string, context: object): boolean => {
      asked.push(password, context);
      return password.startsWith('x');
    };

    expect(await weakness('x'.repeat(15), { blocklist })).toBe('common');
    expect(await weakness('y'.repeat(15), { blocklist })).toBeNull();
    expect(asked.slice(0, 2)).toEqual(['x'.repeat(15), CONTEXT]);
  });
});

describe('breached passwords', () => {
  /** SHA-1 of `password of a breach`: the service knows its suffix. */
  const PASSWORD = 'password of a breach';
  let server: Server;
  let respond: RequestListener;
  const paths: string[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      paths.push(request.url ?? '');
      respond(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  beforeEach(() => {
    unchecked.length = 0;
    paths.length = 0;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const breached = (more: object = {}) =>
    hibp({
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      // Of those that respond none is too late; the others are waited for this long.
      timeout: 60,
      ...more,
    });

  it('are found, and five digits are all that leaves the process (K33)', async () => {
    const { createHash } = await import('node:crypto');
    const digest = createHash('sha1').update(PASSWORD).digest('hex').toUpperCase();
    respond = (_, response) => response.end(`${digest.slice(5)}:7\r\n${'0'.repeat(35)}:0\r\n`);

    expect(await weakness(PASSWORD, { breached: breached() })).toBe('breached');
    expect(await weakness(`${PASSWORD}?`, { breached: breached() })).toBeNull();
    expect(paths[0]).toBe(`/range/${digest.slice(0, 5)}?mode=sha1`);
    expect(unchecked).toEqual([]);
  });

  it('padding does not count', async () => {
    const { createHash } = await import('node:crypto');
    const digest = createHash('sha1').update(PASSWORD).digest('hex').toUpperCase();
    respond = (_, response) => response.end(`${digest.slice(5)}:0\r\n`);

    expect(await weakness(PASSWORD, { breached: breached() })).toBeNull();
  });

  it.each<[string, RequestListener]>([
    ['never responds', () => undefined],
    ['is down', (_, response) => void response.destroy()],
    ['fails', (_, response) => response.writeHead(500).end()],
    [
      'sends without end',
      (_, response) => {
        const send = (): void => {
          while (response.writable && response.write(`${'A'.repeat(35)}:1\r\n`.repeat(1000)));
        };
        response.on('drain', send);
        send();
      },
    ],
  ])('a service that %s lets passwords pass, or none (K33)', async (_, how) => {
    respond = how;

    expect(await weakness(PASSWORD, { breached: breached({ timeout: 0.05 }) })).toBeNull();
    expect(unchecked).toHaveLength(1);
    expect(
      await weakness(PASSWORD, { breached: breached({ timeout: 0.05, onFailure: 'refuse' }) }),
    ).toBe('breached');
  });
});
