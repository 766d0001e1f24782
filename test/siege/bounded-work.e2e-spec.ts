import { jest } from '@jest/globals';
import { KeyringService } from '../../libs/core/src/crypto/keyring.service.js';
import { timesOf } from '../support/effort.js';
import { heldBytes } from '../support/held-bytes.js';
import { sendRaw } from '../support/raw-request.js';
import { platforms, SECRET, TestApp } from '../support/test-app.js';
import { countWork } from '../support/work-counter.js';
import { type HostileRequest, hostileRequests, type Stranger } from './hostile-requests.js';
import { siegeConfig } from './siege-config.js';

/** Size of bodies, in bytes. Small, since only `ops/run siege` measures the time. */
const SIZE = 20_000;
const HOSTILE = hostileRequests(SIZE);
/** Number of requests of each kind in the test of memory. */
const KEPT = timesOf('SIEGE_KEPT', { part: 100, whole: 200 });

describe.each(platforms())('the most expensive requests of unknown clients on %s', (platform) => {
  let app: TestApp;
  let stranger: Stranger;

  beforeAll(async () => {
    app = await TestApp.start({ platform, config: { ...siegeConfig(SECRET) } });
    const browser = app.client();
    const csrfToken = await browser.csrfToken();
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    stranger = { csrfToken, cookie };
  });
  afterAll(() => app.close());

  async function send({ make }: HostileRequest, nth: number) {
    const { method, path, headers = {}, body } = make(nth, stranger);
    return sendRaw(app, { method, path, headers: Object.entries(headers), body });
  }

  it.each(HOSTILE.map((hostile) => [hostile.name, hostile] as const))(
    'try only a few keys, derive no new key, and set few cookies: %s (N1, N5, N6)',
    async (_name, hostile) => {
      await send(hostile, 0);
      const asked = jest.spyOn(app.app.get(KeyringService, { strict: false }), 'get');
      const responses: Awaited<ReturnType<typeof send>>[] = [];

      const work = await countWork(async () => {
        for (let nth = 1; nth <= 5; nth += 1) responses.push(await send(hostile, nth));
      });

      const salts = asked.mock.calls.map(([, salt]) => salt);
      asked.mockRestore();
      // AES-GCM has to decrypt to check a tag.
      expect(Object.keys(work).filter((kind) => kind !== 'update')).toEqual([]);
      expect(work['update'] ?? 0).toBeLessThanOrEqual(5 * 10);
      expect(salts.length).toBeLessThanOrEqual(5 * 20);
      expect(salts.filter((salt) => /[0-9a-f]{16}/.test(salt))).toEqual([]);
      for (const { status, cookies } of responses) {
        expect(status).toBeLessThan(500);
        expect(cookies.length).toBeLessThan(50);
      }
    },
  );

  it('leave no memory in use (N1)', async () => {
    const small = HOSTILE.filter(({ share }) => share === undefined);
    const sendAll = async (from: number, until: number): Promise<void> => {
      for (const hostile of small) {
        for (let nth = from; nth < until; nth += 1) await send(hostile, nth);
      }
    };
    await sendAll(0, 20);

    const held = await heldBytes(() => sendAll(20, 20 + KEPT));

    // Less than the 15 kB of the Cookie header in each request of one kind.
    expect(held).toBeLessThan(KEPT * 10_000);
  });
});
