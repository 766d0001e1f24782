import type { AdapterChallenge } from '@authnest/core';
import { type CookieClient, MemoryAdapter } from '@authnest/testing';
import { NOON, setClock, startClock, stopClock } from '../support/clock.js';
import { type Platform, platforms, TestApp } from '../support/test-app.js';
import { issued, proof } from './proof.feature.js';

const MINUTE = 60;

/** Shows what is stored. */
class OpenAdapter extends MemoryAdapter {
  readonly kept: AdapterChallenge[] = [];

  override async createChallenge(challenge: AdapterChallenge): Promise<void> {
    this.kept.unshift(challenge);
    return super.createChallenge(challenge);
  }
}

interface Found {
  readonly data: { readonly email: string; readonly since: string };
  readonly isHere: boolean;
  readonly isProven: boolean;
}

describe.each(platforms())('links and codes of a feature, on %s', (platform: Platform) => {
  const adapter = new OpenAdapter();
  let app: TestApp;
  let number = 0;
  let email = '';

  beforeAll(async () => {
    stopClock(NOON);
    app = await TestApp.start({ platform, config: { adapter }, extras: { features: [proof] } });
  });
  beforeEach(() => {
    setClock(0);
    number += 1;
    email = `person-${number}@example.com`;
    adapter.kept.length = 0;
    issued.length = 0;
  });
  afterAll(async () => {
    startClock();
    await app.close();
  });

  async function post<T = Found>(browser: CookieClient, path: string, fields: object) {
    const csrfToken = await browser.csrfToken();
    const response = await browser.post(`/auth/proof/${path}`, { json: { csrfToken, ...fields } });
    expect(response.status).toBe(200);
    return response.json<T | null>();
  }
  const ask = async (browser: CookieClient, fields: object = { code: 'digits' }) => {
    await post(browser, 'ask', { email, ...fields });
    return issued[0] ?? { token: '', code: '' };
  };
  const redeem = (browser: CookieClient, fields: object = {}) => post(browser, 'redeem', fields);
  const follow = async (browser: CookieClient, token: string) =>
    (await browser.get(`/auth/proof/link?token=${token}`)).json<Found | null>();
  const look = async (browser: CookieClient) =>
    (await browser.get('/auth/proof/look')).json<Found | null>();

  it('a code is redeemed once, in the browser that asked', async () => {
    const browser = app.client();
    const { code = '' } = await ask(browser);
    const spaced = ` ${code.slice(0, 4)} ${code.slice(4)} `;

    expect(code).toMatch(/^\d{8}$/);
    expect(await redeem(app.client(), { code })).toBeNull();
    expect((await redeem(browser, { code: spaced }))?.data.email).toBe(email);
    expect(await redeem(browser, { code })).toBeNull();
  });

  it('a code of letters is read in any spelling', async () => {
    const browser = app.client();
    const { code = '' } = await ask(browser, { code: 'letters' });

    expect(code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
    const typed = code.toLowerCase().replace('-', ' ');
    expect((await redeem(browser, { code: typed }))?.data.email).toBe(email);
  });

  it('after five wrong codes the right one is refused, and the link works', async () => {
    const browser = app.client();
    const { code = '', token } = await ask(browser);
    const wrong = code === '12345678' ? '87654321' : '12345678';
    for (let tried = 0; tried < 5; tried += 1) await redeem(browser, { code: wrong });

    expect(await redeem(browser, { code })).toBeNull();
    expect((await redeem(app.client(), { token }))?.data.email).toBe(email);
  });

  it('of 30 right codes at once, one is redeemed', async () => {
    const browser = app.client();
    const { code } = await ask(browser);
    const csrfToken = await browser.csrfToken();
    const all = await Promise.all(
      Array.from({ length: 30 }, () =>
        browser.post('/auth/proof/redeem', { json: { csrfToken, code } }),
      ),
    );

    expect(all.filter((response) => response.json() !== null)).toHaveLength(1);
  });

  it('the two newest codes are valid, with one count of tries', async () => {
    const browser = app.client();
    const { code: first } = await ask(browser);
    const { code: second } = await ask(browser);
    await ask(browser);

    expect(await redeem(browser, { code: first })).toBeNull();
    expect(adapter.kept).toHaveLength(3);
    expect((await redeem(browser, { code: second }))?.data.email).toBe(email);
  });

  it('a new code does not reset the count', async () => {
    const browser = app.client();
    const { code = '' } = await ask(browser);
    const wrong = code === '12345678' ? '87654321' : '12345678';
    for (let tried = 0; tried < 3; tried += 1) await redeem(browser, { code: wrong });
    const { code: next } = await ask(browser);
    for (let tried = 0; tried < 2; tried += 1) await redeem(browser, { code: wrong });

    expect(await redeem(browser, { code: next })).toBeNull();
  });

  it('a link is looked at often, in any browser, and redeemed once', async () => {
    const here = app.client();
    const there = app.client();
    const { token } = await ask(here);

    expect(await look(there)).toBeNull();
    expect(await look(here)).toMatchObject({ isHere: true, isProven: false });
    for (let time = 0; time < 3; time += 1) {
      expect(await follow(there, token)).toMatchObject({ isHere: false, isProven: true });
    }
    expect(await follow(here, token)).toMatchObject({ isHere: true, isProven: true });
    expect(await redeem(there)).toMatchObject({
      data: { email, since: new Date(NOON).toISOString() },
    });
    expect(await look(here)).toBeNull();
    expect(await redeem(here)).toBeNull();
    expect(await redeem(here, { token })).toBeNull();
  });

  it('nothing is redeemed without a code or a link', async () => {
    const browser = app.client();
    const { token, code } = await ask(browser);

    expect(await redeem(browser)).toBeNull();
    expect(await redeem(browser, { code: '' })).toBeNull();
    expect(await redeem(browser, { code: `${code}1` })).toBeNull();
    for (const odd of [
      '',
      'a',
      'é'.repeat(86),
      token.slice(1),
      `${token}a`,
      `A${token.slice(1)}`,
    ]) {
      expect(await redeem(browser, { token: odd })).toBeNull();
      expect(await follow(browser, encodeURIComponent(odd))).toBeNull();
    }
    const altered = token.slice(0, -8) + (token.endsWith('AAAAAAAA') ? 'BBBBBBBB' : 'AAAAAAAA');
    expect(await redeem(browser, { token: altered })).toBeNull();
    expect((await redeem(browser, { code }))?.data.email).toBe(email);
  });

  it('what is of one purpose is refused for another, and not used up (K83)', async () => {
    const browser = app.client();
    const { code, token } = await ask(browser);

    for (let tried = 0; tried < 6; tried += 1) {
      expect(await redeem(browser, { purpose: 'other', code })).toBeNull();
      expect(await redeem(browser, { purpose: 'other', token })).toBeNull();
    }
    await ask(browser, { purpose: 'other', code: 'digits' });
    expect(await redeem(browser, { purpose: 'other', code })).toBeNull();
    expect((await redeem(browser, { code }))?.data.email).toBe(email);
  });

  it('the link of an older mail is refused', async () => {
    const browser = app.client();
    const { token: older } = await ask(browser);
    const { token } = await ask(browser);

    expect(await follow(browser, older)).toBeNull();
    expect(await redeem(app.client(), { token: older })).toBeNull();
    expect(await follow(browser, token)).not.toBeNull();
  });

  it('a browser that asks for another address keeps only that', async () => {
    const browser = app.client();
    const { code, token } = await ask(browser);
    email = `other-${email}`;
    const { code: other } = await ask(browser);

    expect(await redeem(browser, { token })).toBeNull();
    expect(await redeem(browser, { code })).toBeNull();
    expect((await redeem(browser, { code: other }))?.data.email).toBe(email);
  });

  it('ends after ten minutes, and when all of the subject end', async () => {
    const browser = app.client();
    const { token } = await ask(browser);
    setClock(10 * MINUTE + 1);

    expect(await redeem(browser, { token })).toBeNull();
    const [{ token: one }, { token: two }] = [await ask(browser), await ask(app.client())];
    await post(browser, 'end', { email });
    expect(await redeem(browser, { token: one })).toBeNull();
    expect(await redeem(browser, { token: two })).toBeNull();
  });

  it('a stranger who asks often leaves a person at most twenty', async () => {
    const browser = app.client();
    const { code } = await ask(browser);
    for (let time = 1; time <= 25; time += 1) {
      setClock(time);
      await ask(app.client());
    }
    const rows = await Promise.all(adapter.kept.map(({ id }) => adapter.getChallenge(id)));

    expect(rows.filter((row) => row !== null)).toHaveLength(20);
    expect(await redeem(browser, { code })).toBeNull();
  });

  it('what is stored contains neither address, link nor code, and does not open elsewhere', async () => {
    const browser = app.client();
    const { token, code = '' } = await ask(browser);
    const [row] = adapter.kept;
    const dump = JSON.stringify(adapter.kept);
    for (const secret of [email, token, token.slice(0, 43), token.slice(43), code]) {
      expect(dump).not.toContain(secret);
    }
    const { token: other } = await ask(app.client());
    const [theirs] = adapter.kept;
    await adapter.takeChallenge(theirs?.id ?? '');
    await adapter.createChallenge({ ...theirs, data: row?.data } as AdapterChallenge);

    expect(await redeem(browser, { token: other })).toBeNull();
  });
});
