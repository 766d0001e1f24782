import { MemoryAdapter } from '@authnest/testing';
import { MapRegistry } from '../support/map-registry.js';
import { GOOD, OTHER, PasswordApp } from '../support/password-app.js';
import { platforms } from '../support/test-app.js';
import { OwnPasswordController } from './own-password.controller.js';

const ways = platforms().flatMap((platform) =>
  (['jwt', 'database'] as const).map((strategy) => ({ platform, strategy })),
);

describe.each(ways)('while the store of sessions is down, $platform, $strategy', (way) => {
  let app: PasswordApp;
  let isDown = false;

  /** Down after the session of the request was read, and before others are ended. */
  class Users extends MemoryAdapter {
    override async listSessionsByUserId(userId: string) {
      if (isDown) throw new Error('down');
      return super.listSessionsByUserId(userId);
    }
  }

  class Registry extends MapRegistry {
    override list(userId: string) {
      if (isDown) throw new Error('down');
      return super.list(userId);
    }
  }

  beforeAll(async () => {
    const { platform, strategy } = way;
    const session = strategy === 'jwt' ? { strategy, revocation: new Registry() } : { strategy };
    app = await PasswordApp.start({
      platform,
      adapter: new Users(),
      config: { session },
      module: { controllers: [OwnPasswordController] },
    });
  });
  afterAll(() => app.close());

  async function whileDown<T>(work: () => Promise<T>): Promise<T> {
    isDown = true;
    return work().finally(() => (isDown = false));
  }

  const isRight = async (email: string, secret: string) =>
    !(await app.signIn(email, secret)).location?.includes('error');

  it('a mailed link sets no password beside which sessions go on (JT6)', async () => {
    const email = 'reset@corp.example';
    const thief = await app.registered(email);
    await app.send(app.client(), 'forgot', { email });
    const browser = app.client();
    await browser.get((await app.newest(email, 2)).link);

    const answer = await whileDown(() => app.send(browser, 'reset', { password: OTHER }));

    expect(answer.location).toContain('error=');
    expect(await thief.session()).not.toBeNull();
    expect([await isRight(email, OTHER), await isRight(email, GOOD)]).toEqual([false, true]);

    await app.send(app.client(), 'forgot', { email });
    await browser.get((await app.newest(email, 3)).link);
    await app.send(browser, 'reset', { password: OTHER });
    expect(await isRight(email, OTHER)).toBe(true);
    expect(await thief.session()).toBeNull();
  });

  it('a change leaves the former password, and can be made again (JT6)', async () => {
    const email = 'change@corp.example';
    const [own, thief] = [await app.registered(email), app.client()];
    await app.signIn(email, GOOD, thief);
    const form = { current: GOOD, password: OTHER };

    const answer = await whileDown(() => app.send(own, 'change', form));

    expect(answer.location).toContain('error=');
    expect(await isRight(email, OTHER)).toBe(false);
    expect((await app.send(own, 'change', form)).location).toContain('?done');
    expect(await thief.session()).toBeNull();
  });

  it('a password that is to be removed stays (JT6)', async () => {
    const email = 'removal@corp.example';
    const own = await app.registered(email);

    const { status } = await whileDown(() => own.request('DELETE', '/me/password'));

    expect(status).toBeGreaterThanOrEqual(500);
    expect(await isRight(email, GOOD)).toBe(true);
  });
});

describe.each(ways)(
  'when the answer to a write of passwords is lost, $platform, $strategy',
  (way) => {
    let app: PasswordApp;
    let isLost = false;

    /** Writes, but the connection breaks before the answer. */
    class Users extends MemoryAdapter {
      override async updateRow(row: Parameters<MemoryAdapter['updateRow']>[0]) {
        return lose(await super.updateRow(row));
      }
      override async deleteRows(rows: Parameters<MemoryAdapter['deleteRows']>[0]) {
        return lose(await super.deleteRows(rows));
      }
    }

    function lose<T>(answer: T): T {
      if (!isLost) return answer;
      isLost = false;
      throw new Error('the connection was lost');
    }

    beforeAll(async () => {
      const { platform, strategy } = way;
      const session =
        strategy === 'jwt' ? { strategy, revocation: new MapRegistry() } : { strategy };
      app = await PasswordApp.start({
        platform,
        adapter: new Users(),
        config: { session },
        module: { controllers: [OwnPasswordController] },
      });
    });
    afterAll(() => app.close());

    const isRight = async (email: string, secret: string) =>
      !(await app.signIn(email, secret)).location?.includes('error');

    it('a mailed link sets no password beside which sessions go on', async () => {
      const email = 'reset@corp.example';
      const thief = await app.registered(email);
      await app.send(app.client(), 'forgot', { email });
      const browser = app.client();
      await browser.get((await app.newest(email, 2)).link);

      isLost = true;
      await app.send(browser, 'reset', { password: OTHER });

      expect(isLost).toBe(false);
      expect([await isRight(email, OTHER), await isRight(email, GOOD)]).toEqual([false, true]);
      expect(await thief.session()).not.toBeNull();
    });

    it('a change leaves the former password, and can be made again', async () => {
      const email = 'change@corp.example';
      const [own, thief] = [await app.registered(email), app.client()];
      await app.signIn(email, GOOD, thief);

      const form = { current: GOOD, password: OTHER };

      isLost = true;
      await app.send(own, 'change', form);

      expect(isLost).toBe(false);
      expect(await isRight(email, OTHER)).toBe(false);
      expect((await app.send(own, 'change', form)).location).toContain('?done');
      expect(await thief.session()).toBeNull();
    });

    it('a password that was removed all the same comes back, and can be removed again (JT19)', async () => {
      const email = 'removal@corp.example';
      const [own, thief] = [await app.registered(email), app.client()];
      await app.signIn(email, GOOD, thief);

      isLost = true;
      await own.request('DELETE', '/me/password');

      expect(isLost).toBe(false);
      expect(await isRight(email, GOOD)).toBe(true);
      await own.request('DELETE', '/me/password');
      expect([await isRight(email, GOOD), await thief.session()]).toEqual([false, null]);
      expect(await own.session()).not.toBeNull();
    });
  },
);
