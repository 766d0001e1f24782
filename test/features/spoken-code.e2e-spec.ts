import { aUser, type CookieClient, MemoryAdapter } from '@authnest/testing';
import { SpokenCode, spokenCode } from '../fixtures/spoken-code.js';
import { NOON, setClock, startClock, stopClock } from '../support/clock.js';
import { addressHeader } from '../support/limited-app.js';
import { platforms, TestApp } from '../support/test-app.js';
import { until } from '../support/until.js';

const ways = platforms().flatMap((platform) =>
  (['jwt', 'database'] as const).map((strategy) => ({ platform, strategy })),
);
const TEN_MINUTES = 600;

describe.each(ways)('a code read aloud, on $platform with $strategy sessions', (way) => {
  const adapter = new MemoryAdapter();
  const spoken: { userId: string; code: string }[] = [];
  let fails = false;
  let app: TestApp;
  let number = 0;
  let jane = aUser();

  beforeAll(async () => {
    const config = {
      adapter,
      session: { strategy: way.strategy },
      providers: [SpokenCode()],
      // Each test has a network of its own.
      limits: { address: addressHeader, tokens: { sameNetwork: 3 } },
      speakCode: async ({ id: userId }: { id: string }, code: string) => {
        spoken.push({ userId, code });
        if (fails) throw new Error('the line is busy');
      },
    };
    const extras = { features: [spokenCode] };
    app = await TestApp.start({ platform: way.platform, config, extras });
  });
  beforeEach(async () => {
    stopClock(NOON);
    number += 1;
    fails = false;
    spoken.length = 0;
    app.logs.errors.length = 0;
    jane = await adapter.createUser(aUser({ email: `jane-${number}@example.com` }));
  });
  afterEach(startClock);
  afterAll(() => app.close());

  const aBrowser = () => app.client({ 'x-test-address': `10.0.0.${number}` });
  const send = async (browser: CookieClient, fields: object) =>
    browser.post('/auth/callback/spoken-code', {
      form: { csrfToken: await browser.csrfToken(), ...fields },
    });
  const userOf = async (browser: CookieClient) =>
    (await browser.get('/auth/session')).json<{ user: { email: string } } | null>()?.user.email;

  /** Asks for a code, and returns it. */
  async function ask(browser: CookieClient, email = jane.email): Promise<string> {
    spoken.length = 0;
    const { status } = await send(browser, { email });
    expect(status).toBe(200);
    await until('somebody is called', () => spoken.length > 0);
    return spoken[0]?.code ?? '';
  }
  const otherThan = (code: string) => (code === '12345678' ? '87654321' : '12345678');

  it('is asked for on the sign-in page, and signs in whom it was spoken to', async () => {
    const browser = aBrowser();
    const page = await browser.get('/auth/signin?callbackUrl=%2Fwelcome');
    expect(page.text).toContain('/auth/callback/spoken-code');

    const code = await ask(browser);
    expect(spoken).toEqual([{ userId: jane.id, code: expect.stringMatching(/^\d{8}$/) }]);
    const { location } = await send(browser, { code });

    expect(location).toBe(`${app.url}/welcome`);
    expect(await userOf(browser)).toBe(jane.email);
  });

  it('shows the form again for a wrong code, and says no more', async () => {
    const browser = aBrowser();
    const code = await ask(browser);
    const wrong = await send(browser, { code: otherThan(code) });

    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain('This is not the code.');
    expect(await userOf(browser)).toBeUndefined();
    await send(browser, { code });
    expect(await userOf(browser)).toBe(jane.email);
  });

  it('has to wait after some wrong codes', async () => {
    const browser = aBrowser();
    const code = await ask(browser);
    for (let tried = 0; tried < 4; tried += 1) await send(browser, { code: otherThan(code) });

    expect((await send(browser, { code })).status).toBe(429);
    expect(await userOf(browser)).toBeUndefined();
    setClock(2);
    await send(browser, { code });
    expect(await userOf(browser)).toBe(jane.email);
  });

  it('is refused after five wrong ones', async () => {
    const browser = aBrowser();
    const code = await ask(browser);
    for (const at of [0, 0, 0, 0, 2]) {
      setClock(at);
      expect((await send(browser, { code: otherThan(code) })).status).toBe(400);
    }
    setClock(60);

    expect((await send(browser, { code })).status).toBe(400);
    expect(await userOf(browser)).toBeUndefined();
  });

  it('works once, and only in the browser that asked', async () => {
    const browser = aBrowser();
    const other = aBrowser();
    const code = await ask(browser);
    await send(other, { email: `not-${jane.email}` });

    expect((await send(other, { code })).status).toBe(400);
    await send(browser, { code });
    await browser.signOut();
    expect((await send(browser, { code })).status).toBe(400);
    expect(await userOf(browser)).toBeUndefined();
    expect(await userOf(other)).toBeUndefined();
  });

  it('works for ten minutes', async () => {
    const browser = aBrowser();
    const code = await ask(browser);
    setClock(TEN_MINUTES + 1);

    expect((await send(browser, { code })).status).toBe(400);
    expect(await userOf(browser)).toBeUndefined();
  });

  it('is refused if the user was deleted meanwhile', async () => {
    const browser = aBrowser();
    const code = await ask(browser);
    await adapter.deleteUser(jane.id);

    expect((await send(browser, { code })).status).toBe(400);
    expect(await userOf(browser)).toBeUndefined();
  });

  it('does not show who is known, or whether somebody could be called', async () => {
    fails = true;
    const shown = async (email: string) => {
      const browser = aBrowser();
      const csrfToken = await browser.csrfToken();
      const answers = [];
      for (const fields of [{ email }, { code: '12345678' }]) {
        const { status, text, headers } = await send(browser, fields);
        answers.push({ status, headers: Object.keys(headers), text: hidden(text, csrfToken) });
      }
      return { answers, cookies: [...browser.cookies.keys()] };
    };

    expect(await shown(jane.email)).toEqual(await shown(`not-${jane.email}`));
    await until('the failure is logged', () => app.logs.errors.length > 0);
    expect(spoken).toHaveLength(1);
    expect(app.logs.errors.map(({ message }) => message)).toContain('a code was not spoken');
    expect(await adapter.getUserByEmail(`not-${jane.email}`)).toBeNull();
  });

  it('is asked for as often as mails are', async () => {
    const browser = aBrowser();
    for (let asked = 0; asked < 4; asked += 1) await ask(browser);
    spoken.length = 0;

    expect((await send(browser, { email: jane.email })).status).toBe(429);
    expect(spoken).toEqual([]);
  });
});

/** Hides what differs between any two responses. */
function hidden(text: string, csrfToken: string): string {
  return text
    .replaceAll(csrfToken, '')
    .replace(/spoken-code\.[\w-]+/g, '')
    .replace(/nonce[-=]"?[\w+/=-]+/g, '');
}
