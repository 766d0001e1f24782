import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { startClock, stopClock } from '../support/clock.js';
import { addressHeader } from '../support/limited-app.js';
import { CHEAP, OTHER, PasswordApp } from '../support/password-app.js';
import { platforms } from '../support/test-app.js';

const HERE = { 'x-test-address': '198.51.100.7' };
const EMAIL = 'otto@corp.example';

describe.each(platforms())('passwords of somebody who has to wait, on %s', (platform) => {
  let hashed = 0;
  let app: PasswordApp;

  beforeAll(async () => {
    const hash: typeof CHEAP.hash = async (password) => {
      hashed += 1;
      await delay(200);
      return CHEAP.hash(password);
    };
    app = await PasswordApp.start({
      platform,
      password: { hashing: { ...CHEAP, hash } },
      config: { limits: { address: addressHeader, tokens: { sameNetwork: 2 } } },
    });
    stopClock();
  });
  afterAll(async () => {
    startClock();
    await app.close();
  });

  it('are not hashed, though a link is right (K35)', async () => {
    const browser = app.client(HERE);
    await app.register(browser, EMAIL);
    const { link, code } = await app.newest(EMAIL);
    const wrong = code === '00000000' ? '11111111' : '00000000';
    for (let nth = 0; nth < 4; nth += 1) await app.send(browser, 'confirm', { code: wrong });
    const elsewhere = app.client(HERE);
    await elsewhere.get(link);
    hashed = 0;

    for (let nth = 0; nth < 3; nth += 1) {
      expect((await app.send(elsewhere, 'confirm', { password: OTHER })).status).toBe(429);
    }

    expect(hashed).toBe(0);
    const free = app.client({ 'x-test-address': '198.51.100.8' });
    await free.get(link);
    expect((await app.send(free, 'confirm', { password: OTHER })).status).toBe(302);
    expect(await free.session()).toMatchObject({ user: { email: EMAIL } });
  });

  it('are hashed for as many uses of a mailed link as anybody may try (JT14)', async () => {
    const email = 'olga@corp.example';
    await app.adapter.createUser?.({ id: randomUUID(), email, emailVerified: new Date() });
    const browser = app.client(HERE);
    await app.send(browser, 'forgot', { email });
    await browser.get((await app.newest(email)).link);
    hashed = 0;

    const uses = Array.from({ length: 8 }, () => app.send(browser, 'reset', { password: OTHER }));
    const statuses = (await Promise.all(uses)).map(({ status }) => status);

    expect(hashed).toBeLessThan(4);
    expect(statuses).toContain(429);
    expect(statuses.filter((status) => status === 302)).toHaveLength(1);
  });
});
