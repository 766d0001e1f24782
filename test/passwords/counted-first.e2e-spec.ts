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
    const hash: typeof CHEAP.hash = (password) => {
      hashed += 1;
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
});
