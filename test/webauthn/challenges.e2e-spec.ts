import { Passkey, WebAuthn } from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';
import { setClock, startClock, stopClock } from '../support/clock.js';
import { isRefused, PasskeyUser, startPasskeyApp } from '../support/passkeys.js';
import { SoftwareAuthenticator } from '../support/software-authenticator.js';
import { JANE, platforms, type TestApp } from '../support/test-app.js';

const CHALLENGE = 'authjs.challenge';

describe.each(platforms())('the challenge check on %s', (platform) => {
  let app: TestApp;
  let ada: PasskeyUser;
  let authenticator: SoftwareAuthenticator;

  beforeAll(async () => {
    app = await startPasskeyApp({
      platform,
      config: {
        providers: [Passkey({}), WebAuthn({ id: 'other', enableConditionalUI: false })],
        session: { strategy: 'jwt' },
      },
    });
    ({ authenticator } = await new PasskeyUser(app).register());
  });
  beforeEach(() => {
    ada = new PasskeyUser(app);
  });
  afterEach(startClock);
  afterAll(() => app.close());

  async function expectRefused(user: PasskeyUser, assertion: object): Promise<void> {
    expect(isRefused(await user.respond('authenticate', JSON.stringify(assertion)))).toBe(true);
    expect(await user.session()).toBeNull();
  }

  it('refuses an assertion without a challenge (G02)', async () => {
    const { options } = await ada.ask();
    ada.browser.cookies.delete(CHALLENGE);

    await expectRefused(ada, authenticator.get(options));
  });

  it('refuses a challenge that is older than 15 minutes (G02)', async () => {
    stopClock();
    const { options } = await ada.ask();
    const challenge = ada.browser.cookies.get(CHALLENGE) ?? '';

    setClock(15 * 60 + 20);
    ada.browser.cookies.set(CHALLENGE, challenge);

    await expectRefused(ada, authenticator.get(options));
  });

  it('refuses a response to the challenge of another browser (G02)', async () => {
    const { options } = await ada.ask();
    const other = new PasskeyUser(app);
    await other.ask();

    await expectRefused(other, authenticator.get(options));
  });

  it('refuses a challenge from another provider (G02)', async () => {
    const other = new PasskeyUser(app, ada.browser, 'other');
    const { options } = await other.ask();

    await expectRefused(ada, authenticator.get(options));
  });

  it('refuses a challenge that was altered (G02)', async () => {
    const { options } = await ada.ask();
    const right = ada.browser.cookies.get(CHALLENGE) ?? '';

    for (const altered of [right.slice(0, -2), `${right}A`, right.replace(/.\./, 'A.'), 'x', '']) {
      ada.browser.cookies.set(CHALLENGE, altered);
      await expectRefused(ada, authenticator.get(options));
    }
  });

  it('refuses a registration challenge at sign-in, and a sign-in challenge at registration (G02)', async () => {
    const made = new SoftwareAuthenticator(app.url);
    const { options: creation } = await ada.ask({ action: 'register', email: 'b@example.com' });
    await expectRefused(ada, authenticator.get(creation));

    const { options } = await ada.ask();
    expect(isRefused(await ada.respond('register', made.create(options)))).toBe(true);
    expect(await ada.session()).toBeNull();
  });

  it('refuses the first of two challenges in a row (G03)', async () => {
    const { options } = await ada.ask();
    const { options: second } = await ada.ask();

    expect(second.challenge).not.toBe(options.challenge);
    await expectRefused(ada, authenticator.get(options));
  });

  it('clears the challenge after a response, whether it is accepted or not (G03)', async () => {
    await ada.signIn(authenticator);
    expect(ada.browser.cookies.has(CHALLENGE)).toBe(false);

    await ada.signIn(new SoftwareAuthenticator(app.url));
    expect(ada.browser.cookies.has(CHALLENGE)).toBe(false);
  });

  it('refuses a session as a challenge, and a challenge as a session (A07, D17)', async () => {
    const { options } = await ada.ask();
    const thief = app.client();
    thief.cookies.set('authjs.session-token', ada.browser.cookies.get(CHALLENGE) ?? '');
    expect(await thief.session()).toBeNull();
    expect(thief.cookies.has('authjs.session-token')).toBe(false);

    const signedIn = new PasskeyUser(app);
    await signedIn.signIn(authenticator);
    ada.browser.cookies.set(CHALLENGE, signedIn.browser.cookies.get('authjs.session-token') ?? '');
    await expectRefused(ada, authenticator.get(options));
  });
});

describe.each(platforms())('requests for passkeys on %s', (platform) => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startPasskeyApp({ platform });
  });
  afterAll(() => app.close());

  it.each([
    ['no CSRF token', { csrfToken: '' }, {}, 'MissingCSRF'],
    ['a wrong CSRF token', { csrfToken: 'f'.repeat(64) }, {}, 'MissingCSRF'],
    ['the origin of another site', {}, { origin: 'https://evil.test' }, undefined],
    ['an opaque origin', {}, { origin: 'null' }, undefined],
  ])('sign nobody in with %s (E01, E05)', async (_name, fields, headers, error) => {
    const { authenticator } = await new PasskeyUser(app).register(`${Math.random()}@example.com`);
    const user = new PasskeyUser(app);
    const { options } = await user.ask({ action: 'authenticate' });
    const csrfToken = await user.browser.csrfToken();
    const data = JSON.stringify(authenticator.get(options));

    const response = await user.browser.post('/auth/callback/passkey', {
      form: { csrfToken, action: 'authenticate', data, ...fields },
      headers,
    });

    if (error === undefined) expect(response.status).toBe(403);
    else expect(response.location).toContain(`error=${error}`);
    expect(await user.session()).toBeNull();
  });

  it('sign nobody in if the CSRF cookie is missing (E01)', async () => {
    const { authenticator } = await new PasskeyUser(app).register('e01@example.com');
    const user = new PasskeyUser(app);
    const { options } = await user.ask({ action: 'authenticate' });
    const csrfToken = await user.browser.csrfToken();
    user.browser.cookies.delete('authjs.csrf-token');

    const response = await user.browser.post('/auth/callback/passkey', {
      form: {
        csrfToken,
        action: 'authenticate',
        data: JSON.stringify(authenticator.get(options)),
      },
    });

    expect(response.location).toContain('error=MissingCSRF');
    expect(await user.session()).toBeNull();
  });

  it('sign nobody in by GET to the callback or by POST to signin', async () => {
    const user = new PasskeyUser(app);

    expect((await user.browser.get('/auth/callback/passkey')).location).toContain('Configuration');
    expect(await user.browser.signIn('passkey')).toMatchObject({
      status: 302,
      location: `${app.url}/auth/signin`,
    });
    expect(await user.session()).toBeNull();
  });
});

describe.each(platforms())('passkeys and sessions on %s', (platform) => {
  let app: TestApp;
  let adapter: MemoryAdapter;

  beforeEach(async () => {
    adapter = new MemoryAdapter();
    app = await startPasskeyApp({ platform, adapter });
  });
  afterEach(() => app.close());

  const tokenOf = ({ browser }: PasskeyUser): string =>
    browser.cookies.get('authjs.session-token') ?? '';

  it('signing in again creates a new session and ends the old one (D01)', async () => {
    const ada = new PasskeyUser(app);
    const { authenticator } = await ada.register();
    const before = tokenOf(ada);

    await ada.signIn(authenticator);

    expect(tokenOf(ada)).not.toBe(before);
    expect(await adapter.getSessionAndUser(before)).toBeNull();
    expect(await ada.session()).toMatchObject({ user: { email: 'ada@example.com' } });
  });

  it('adding a passkey creates a new session and ends the old one (D01)', async () => {
    const ada = new PasskeyUser(app);
    await ada.register();
    const before = tokenOf(ada);

    await ada.register('');

    expect(tokenOf(ada)).not.toBe(before);
    expect(await adapter.getSessionAndUser(before)).toBeNull();
  });

  it('a planted value is not used as the token of the new session (A33)', async () => {
    const { authenticator } = await new PasskeyUser(app).register();
    const ada = new PasskeyUser(app);
    const planted = 'x'.repeat(64);
    ada.browser.cookies.set('authjs.session-token', planted);

    await ada.signIn(authenticator);

    expect(tokenOf(ada)).not.toBe(planted);
    expect(await adapter.getSessionAndUser(planted)).toBeNull();
    expect(await ada.session()).toMatchObject({ user: { email: 'ada@example.com' } });
  });

  it('a planted session of another user causes the sign-in to be refused (A33)', async () => {
    const { authenticator } = await new PasskeyUser(app).register();
    const eve = new PasskeyUser(app);
    await eve.browser.signIn('credentials', JANE);
    const ada = new PasskeyUser(app);
    const { options } = await ada.ask();
    ada.browser.cookies.set('authjs.session-token', tokenOf(eve));

    const response = await ada.respond('authenticate', authenticator.get(options));

    expect(response.location).toBe(`${app.url}/auth/signin?error=AccountNotLinked`);
    const planted = await adapter.getSessionAndUser(tokenOf(eve));
    expect(planted?.user.email).toBe('jane@example.com');
  });

  it('the second of two passkeys that were created for one challenge is refused (G01)', async () => {
    const user = new PasskeyUser(app);
    await user.register('twice@example.com');
    const { options } = await user.ask({ action: 'register' });
    const challenge = user.browser.cookies.get(CHALLENGE) ?? '';
    const [first, second] = [
      new SoftwareAuthenticator(app.url),
      new SoftwareAuthenticator(app.url),
    ];

    const added = await user.respond('register', first.create(options));
    user.browser.cookies.set(CHALLENGE, challenge);
    const refused = await user.respond('register', second.create(options));

    expect(added.location).toBe(app.url);
    expect(isRefused(refused)).toBe(true);
    expect(isRefused(await new PasskeyUser(app).signIn(second))).toBe(true);
  });

  it('a passkey does not replace a user who signed in after it was requested (D02)', async () => {
    const { authenticator } = await new PasskeyUser(app).register('switch@example.com');
    const jane = new PasskeyUser(app);
    const { options } = await jane.ask();
    await jane.browser.signIn('credentials', JANE);

    const refused = await jane.respond('authenticate', authenticator.get(options));

    expect(refused.location).toBe(`${app.url}/auth/signin?error=AccountNotLinked`);
    expect(await jane.session()).toMatchObject({ user: { name: 'jane' } });
  });

  it('a passkey of another user does not replace the signed-in user', async () => {
    const { authenticator } = await new PasskeyUser(app).register();
    const eve = new PasskeyUser(app);
    await eve.register('eve@example.com');

    // Eve's options list her own passkeys, so these are requested without a session.
    const { options } = await new PasskeyUser(app, app.client()).ask();
    expect(options.allowCredentials).toBeUndefined();
    expect(isRefused(await eve.signIn(authenticator))).toBe(true);

    expect(await eve.session()).toMatchObject({ user: { email: 'eve@example.com' } });
  });
});
