import { Passkey } from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';
import { setClock, startClock, stopClock } from '../support/clock.js';
import { platforms, TestApp } from '../support/test-app.js';

describe.each(platforms())('limits for passkeys on %s', (platform) => {
  let app: TestApp;

  beforeEach(async () => {
    app = await TestApp.start({
      platform,
      config: {
        adapter: new MemoryAdapter(),
        providers: [Passkey({})],
        experimental: { enableWebAuthn: true },
        limits: { passkeys: { network: 3 } },
      },
    });
    stopClock();
  });
  afterEach(async () => {
    startClock();
    await app.close();
  });

  it('allow some requests for options, and then one after each wait', async () => {
    const ask = () => app.client().get('/auth/webauthn-options/passkey');
    const statuses: number[] = [];
    for (let at = 0; at < 5; at++) statuses.push((await ask()).status);
    setClock(1);

    expect(statuses).toEqual([200, 200, 200, 200, 429]);
    expect((await ask()).status).toBe(200);
  });

  it('are not used up by images on a page of another site, which the browser loads (JT3)', async () => {
    const image = app.client({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' });
    const statuses: number[] = [];
    for (let at = 0; at < 9; at++) {
      statuses.push((await image.get('/auth/webauthn-options/passkey')).status);
    }
    const own = app.client({ 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' });

    expect(new Set(statuses)).toEqual(new Set([403]));
    expect((await own.get('/auth/webauthn-options/passkey')).status).toBe(200);
  });

  it('are reported to a script in JSON, with the time to wait', async () => {
    const ask = () => app.client({ accept: '*/*' }).get('/auth/webauthn-options/passkey');
    for (let at = 0; at < 4; at++) await ask();

    const refused = await ask();

    expect(refused.headers['retry-after']).toBe('1');
    expect(refused.json()).toMatchObject({ message: expect.stringContaining('1 s') as unknown });
  });

  it('apply to wrong responses', async () => {
    const statuses: number[] = [];
    for (let at = 0; at < 6; at++) {
      const browser = app.client();
      const data = JSON.stringify({ id: 'AAAA', rawId: 'AAAA', type: 'public-key', response: {} });
      const form = { csrfToken: await browser.csrfToken(), action: 'authenticate', data };
      statuses.push((await browser.post('/auth/callback/passkey', { form })).status);
    }

    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
  });
});
