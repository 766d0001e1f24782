import { password, Password, PasswordService } from '@authnest/password';
import { MemoryAdapter } from '@authnest/testing';
import { startClock, stopClock } from '../support/clock.js';
import { CHEAP, GOOD, OTHER, PasswordApp } from '../support/password-app.js';
import { startOutcome } from '../support/start-outcome.js';
import { platforms } from '../support/test-app.js';

const FIELDS = { name: { label: 'Name' } };

describe.each(platforms())('registration on %s', (platform) => {
  let app: PasswordApp;
  let nth = 0;
  const anAddress = () => `person-${(nth += 1)}@corp.example`;

  beforeAll(async () => {
    app = await PasswordApp.start({ platform, password: { fields: FIELDS } });
  });
  afterAll(() => app.close());

  it('stores nobody until the code is typed, and then signs in (K28)', async () => {
    const [browser, email] = [app.client(), anAddress()];
    await app.send(browser, 'register', { email, password: GOOD, name: 'Jane' });
    const { code } = await app.newest(email);
    expect(code).toMatch(/^\d{8}$/);
    expect(await app.adapter.getUserByEmail?.(email)).toBeNull();

    const wrong = code === '00000000' ? '11111111' : '00000000';
    const refused = await app.send(browser, 'confirm', { code: wrong });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('role="alert"');
    await app.send(browser, 'confirm', { code });

    expect(await browser.session()).toMatchObject({ user: { name: 'Jane', email } });
    expect(await app.adapter.getUserByEmail?.(email)).toMatchObject({
      name: 'Jane',
      emailVerified: expect.any(Date) as Date,
    });
  });

  it('drops the password of a stranger who registered the address (K28)', async () => {
    const [stranger, owner, email] = [app.client(), app.client(), anAddress()];
    await app.register(stranger, email, GOOD);
    const { link } = await app.newest(email);

    await owner.get(link);
    const page = await owner.get('/auth/password/confirm');
    expect(page.text).toContain('autocomplete="new-password"');
    const bare = await app.send(owner, 'confirm');
    expect(bare.status).toBe(400);
    expect(await app.adapter.getUserByEmail?.(email)).toBeNull();
    await app.send(owner, 'confirm', { password: OTHER, name: 'Owner' });

    expect(await owner.session()).toMatchObject({ user: { email, name: 'Owner' } });
    expect((await app.signIn(email, GOOD)).location).toContain('error=CredentialsSignin');
    expect((await stranger.get('/auth/password/confirm')).status).toBe(403);
    expect(await stranger.session()).toBeNull();
  });

  it('uses nothing up when a link is only followed, however often', async () => {
    const [browser, email] = [app.client(), anAddress()];
    await app.register(browser, email);
    const { link } = await app.newest(email);
    await browser.request('HEAD', link);
    for (let time = 1; time <= 3; time += 1) await app.client().get(link);
    await browser.get(link);
    expect((await app.send(browser, 'confirm')).status).toBe(302);

    expect(await browser.session()).not.toBeNull();
    expect((await app.send(app.client(), 'confirm')).status).toBe(403);
    expect((await app.client().get(link)).status).toBe(403);
  });

  it('responds alike to known, unknown and wrong, but for the mailbox (K27)', async () => {
    const [known, unknown] = [anAddress(), anAddress()];
    await app.registered(known);
    const shown = async (step: string, form: Record<string, string>) => {
      const { status, location, text, headers } = await app.send(app.client(), step, form);
      const cookies = [headers['set-cookie'] ?? []].flat().map((one) => `${one}`.split('=')[0]);
      return { status, location, text, cookies };
    };

    for (const step of ['register', 'forgot']) {
      expect(await shown(step, { email: known, password: GOOD })).toEqual(
        await shown(step, { email: unknown, password: GOOD }),
      );
    }
    expect(await shown('register', { email: known, password: 'short' })).toMatchObject({
      status: 400,
    });
    const subjects = async (to: string) =>
      Promise.all(
        app.mailbox.mails.flatMap((mail, index) =>
          mail.to.includes(to) ? [app.mailbox.read(index).then(({ subject }) => subject)] : [],
        ),
      );
    await app.newest(known, 3);
    expect((await subjects(known)).slice(1)).toEqual([
      expect.stringContaining('You already have an account'),
      expect.stringContaining('Set a new password'),
    ]);
    await app.newest(unknown, 1);
    expect(await subjects(unknown)).toHaveLength(1);
  });

  it('makes the same calls for known and unknown at sign-in (K27)', async () => {
    const [known, unknown] = [anAddress(), anAddress()];
    await app.registered(known);
    const calls = async (email: string) => {
      const browser = app.client();
      await browser.csrfToken();
      app.app.logs.lines.length = 0;
      await app.signIn(email, OTHER, browser);
      return app.app.logs.lines.flatMap((line) => /^adapter_\w+/.exec(line) ?? []);
    };

    const made = await calls(known);
    expect(made).toEqual(['adapter_getUserByEmail', 'adapter_findRow']);
    expect(await calls(unknown)).toEqual(made);
  });

  it('refuses a weak password at once, with what was typed and no password', async () => {
    const email = anAddress();
    const { status, text } = await app.send(app.client(), 'register', {
      email,
      password: email,
      name: '"><b>x',
    });

    expect(status).toBe(400);
    expect(text).toContain('This password is your name or address');
    expect(text).toContain(`value="${email}"`);
    expect(text).toContain('value="&quot;>&lt;b>x"');
    expect(text.match(/type="password"[^>]*value=/)).toBeNull();
  });

  it.each(['register', 'confirm', 'forgot', 'reset', 'change'])(
    'sends no mail and changes nothing for %s of another site (K85)',
    async (step) => {
      const count = app.mailbox.mails.length;
      for (const headers of [
        { origin: 'https://evil.test' },
        { 'sec-fetch-site': 'cross-site' },
        {},
      ]) {
        const form = { email: anAddress(), password: GOOD };
        const { status, location } = await app.client().post(`/auth/password/${step}`, {
          form,
          headers,
        });
        expect(status === 403 || location?.includes('error=MissingCSRF')).toBe(true);
      }
      expect(app.mailbox.mails).toHaveLength(count);
    },
  );

  it('tells scripts what was wrong', async () => {
    const browser = app.client();
    const csrfToken = await browser.csrfToken();
    const post = (json: object) =>
      browser.post('/auth/password/register', { json: { csrfToken, ...json } });

    const weak = await post({ email: anAddress(), password: 'short' });
    expect([weak.status, weak.json()]).toEqual([400, { error: 'WeakPassword', code: 'too_short' }]);
    const wrong = await post({ email: 'nobody', password: GOOD });
    expect([wrong.status, wrong.json()]).toEqual([400, { error: 'InvalidAddress' }]);
    expect((await post({ email: ['a'], password: GOOD })).status).toBe(400);
    expect((await post({ email: anAddress(), password: GOOD })).json()).toEqual({
      url: `${app.app.url}/auth/password/confirm`,
    });
  });

  it('a code of registration resets no password, and is not used up by that (K83)', async () => {
    const [browser, email] = [app.client(), anAddress()];
    await app.register(browser, email);
    const { link, code } = await app.newest(email);
    const token = new URL(link, app.app.url).searchParams.get('token') ?? '';

    expect((await browser.get(`/auth/password/reset?token=${token}`)).status).toBe(403);
    expect((await app.send(browser, 'reset', { password: OTHER, code })).status).toBe(403);
    await app.send(browser, 'confirm', { code });
    expect(await browser.session()).not.toBeNull();
  });

  it('shows the pages in German', async () => {
    const browser = app.client({ 'accept-language': 'de' });

    expect((await browser.get('/auth/password/register')).text).toContain('Konto anlegen');
    expect((await browser.get('/auth/signin')).text).toContain('Passwort vergessen?');
  });
});

describe('what is off', () => {
  const [platform = 'express'] = platforms();

  it('responds with 404, and is not linked (0.1 k)', async () => {
    const app = await PasswordApp.start({
      platform,
      password: { registration: 'closed', reset: false, change: false },
    });
    const browser = app.client();
    for (const step of ['register', 'forgot', 'change']) {
      expect((await browser.get(`/auth/password/${step}`)).status).toBe(404);
      expect((await app.send(browser, step)).status).toBe(404);
    }
    expect((await browser.get('/auth/signin')).text).not.toContain('auth/password');
    await app.close();
  });

  it('does not let a network guess what the application asks for (F10)', async () => {
    const asked: unknown[] = [];
    const app = await PasswordApp.start({
      platform,
      config: { limits: {} },
      password: {
        fields: { invitation: {} },
        registration: ({ fields }) => {
          asked.push(fields['invitation']);
          return fields['invitation'] === '4711';
        },
      },
    });
    stopClock();
    const browser = app.client();
    const register = (invitation: string) =>
      app.send(browser, 'register', { email: 'jane@corp.example', password: GOOD, invitation });
    expect((await register('4711')).location).toContain('/password/confirm');

    for (let nth = 0; nth < 40; nth += 1) await register(`${nth}`);

    expect(asked.length).toBeLessThan(30);
    expect((await register('4711')).status).toBe(429);
    startClock();
    await app.close();
  });

  it('a function decides who may register', async () => {
    const app = await PasswordApp.start({
      platform,
      password: { registration: ({ email }) => email.endsWith('@corp.example') },
    });
    const { location } = await app.register(app.client(), 'jane@other.example');
    expect(location).toContain('error=AccessDenied');
    expect((await app.register(app.client(), 'jane@corp.example')).location).toContain('confirm');
    await app.close();
  });

  it('a function decides about the fields of another browser too', async () => {
    const app = await PasswordApp.start({
      platform,
      password: { fields: { name: {} }, registration: ({ fields }) => fields['name'] !== 'admin' },
    });
    const [email, other] = ['jane@corp.example', app.client()];
    await app.send(app.client(), 'register', { email, password: GOOD, name: 'jane' });
    await other.get((await app.newest(email)).link);

    const refused = await app.send(other, 'confirm', { password: OTHER, name: 'admin' });
    expect(refused.location).toContain('error=AccessDenied');
    expect(await app.adapter.getUserByEmail?.(email)).toBeNull();
    await app.send(other, 'confirm', { password: OTHER, name: 'Jane' });
    expect(await other.session()).toMatchObject({ user: { email, name: 'Jane' } });
    await app.close();
  });

  it('the fields of an invitation are those of the user, whatever is sent', async () => {
    const app = await PasswordApp.start({
      platform,
      password: { fields: { name: {} }, registration: 'closed' },
    });
    const [email, browser] = ['jane@corp.example', app.client()];
    const request = { headers: { host: new URL(app.app.url).host }, method: 'GET', url: '/x' };
    const service = app.app.app.get(PasswordService, { strict: false });
    await service.invite(request as never, { email, fields: { name: 'Jane' } });
    await browser.get((await app.newest(email)).link);

    expect((await browser.get('/auth/password/confirm')).text).not.toContain('name="name"');
    await app.send(browser, 'confirm', { password: OTHER, name: 'admin' });
    expect(await browser.session()).toMatchObject({ user: { email, name: 'Jane' } });
    await app.close();
  });

  it.each([
    ['minLength', { minLength: 7 }, /minLength: expected a whole number from 8 to 1024/],
    ['maxLength', { maxLength: 1025 }, /maxLength: expected a whole number from 64 to 1024/],
    ['a table', {}, /table `passwords`/],
    ['mails', {}, /nothing can/],
  ])('the start fails without %s', async (what, options, message) => {
    const adapter = new MemoryAdapter();
    if (what === 'a table') Object.assign(adapter, { featureTables: [] });
    const outcome = await startOutcome({
      platform,
      config: {
        adapter,
        providers: [Password({ hashing: CHEAP, ...options })],
        ...(what !== 'mails' && { mailer: () => undefined }),
      },
      extras: { features: [password()] },
    });

    expect(outcome).toMatch(message);
  });

  it('the start fails without the feature', async () => {
    const config = {
      adapter: new MemoryAdapter(),
      providers: [Password()],
      mailer: () => undefined,
    };
    const outcome = await startOutcome({ platform, config });

    expect(outcome).toMatch(/add `password\(\)` to `features`/);
  });
});
