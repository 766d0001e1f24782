import { type AuthConfig, Email } from '@authnest/core';
import { hibp, password, Password } from '@authnest/password';
import { MemoryAdapter } from '@authnest/testing';
import * as v from 'valibot';
import { z } from 'zod';
import { startClock, stopClock } from '../support/clock.js';
import { CHEAP, GOOD, OTHER, PasswordApp } from '../support/password-app.js';
import { startOutcome } from '../support/start-outcome.js';
import { platforms } from '../support/test-app.js';

/** Valibot describes nothing, so the inputs are given. */
const taken = new Set<string>();
const SCHEMA = v.objectAsync({
  name: v.pipe(v.string(), v.trim(), v.nonEmpty('is missing')),
  born: v.optional(v.pipe(v.string(), v.isoDate('is no date'), v.toDate())),
  nick: v.optionalAsync(
    v.pipeAsync(
      v.string(),
      v.checkAsync(async (nick) => !taken.has(nick), 'is taken'),
    ),
  ),
});
const INPUTS = { name: { label: 'Your name' }, born: { type: 'date' }, nick: {} };

describe.each(platforms())('a schema of registration on %s', (platform) => {
  let app: PasswordApp;
  let nth = 0;
  const anAddress = () => `person-${(nth += 1)}@corp.example`;
  const asked: unknown[] = [];

  beforeAll(async () => {
    app = await PasswordApp.start({
      platform,
      provider: Password({
        hashing: CHEAP,
        fields: SCHEMA,
        inputs: INPUTS,
        registration: ({ fields }) => {
          // The type is that of the schema.
          const born: Date | undefined = fields.born;
          asked.push([fields.name.length, born]);
          return true;
        },
      }),
      config: { limits: { emails: { identifier: 1 } } } as Partial<AuthConfig>,
    });
  });
  afterAll(() => app.close());
  beforeEach(() => {
    asked.length = 0;
    taken.clear();
    app.app.logs.errors.length = 0;
  });
  afterEach(() => startClock());

  const form = (email: string, more: object = {}) => ({
    email,
    password: GOOD,
    name: ' Jane ',
    ...more,
  });

  it('stores what it returns, and asks the application with that', async () => {
    const [browser, email] = [app.client(), anAddress()];
    await app.send(browser, 'register', form(email, { born: '1990-02-03', extra: 'no' }));
    expect(asked).toEqual([[4, new Date('1990-02-03')]]);
    await app.send(browser, 'confirm', { code: (await app.newest(email)).code });

    const user = await app.adapter.getUserByEmail?.(email);
    expect(user).toMatchObject({ email, name: 'Jane', born: new Date('1990-02-03') });
    expect(user).not.toHaveProperty('extra');
  });

  it('shows its issues on the form, with what was typed and no password', async () => {
    const { status, text } = await app.send(
      app.client(),
      'register',
      form(anAddress(), { name: ' ', born: '<b>x' }),
    );

    expect(status).toBe(400);
    expect(text).toContain('Your name: is missing born: is no date');
    expect(text.match(/aria-invalid="true"/g)).toHaveLength(2);
    expect(text).toContain('value="&lt;b>x"');
    expect(text).not.toContain(GOOD);
  });

  it('reports its issues to scripts, alike for known and unknown addresses (K27)', async () => {
    const known = anAddress();
    const browser = app.client();
    await app.send(browser, 'register', form(known));
    await app.send(browser, 'confirm', { code: (await app.newest(known)).code });
    const mails = app.mailbox.mails.length;
    const post = async (email: string) => {
      const other = app.client();
      const json = { ...form(email, { name: '' }), csrfToken: await other.csrfToken() };
      const { status, text } = await other.post('/auth/password/register', { json });
      return [status, JSON.parse(text)];
    };

    const expected = {
      error: 'InvalidFields',
      code: 'invalid',
      issues: [{ message: 'is missing', path: ['name'] }],
    };
    expect(await post(known)).toEqual([400, expected]);
    expect(await post(anAddress())).toEqual([400, expected]);
    expect(app.mailbox.mails).toHaveLength(mails);
  });

  it('is applied before an attempt is counted', async () => {
    const email = anAddress();
    for (let time = 1; time <= 5; time += 1) {
      expect((await app.send(app.client(), 'register', form(email, { name: '' }))).status).toBe(
        400,
      );
    }

    stopClock();
    // The first one is free, and the one after it makes the next ones wait.
    for (let time = 1; time <= 2; time += 1) {
      const { location } = await app.send(app.client(), 'register', form(email));
      expect(location).toContain('confirm');
    }
    const more = await app.send(app.client(), 'register', form(email));
    expect(more.status).toBe(429);
  });

  it('is applied again when the user is stored, and the form is shown again', async () => {
    const [browser, email] = [app.client(), anAddress()];
    await app.send(browser, 'register', form(email, { nick: 'jj' }));
    const { code } = await app.newest(email);
    taken.add('jj');

    const { status, text } = await app.send(browser, 'confirm', { code });

    expect([status, text.includes('nick: is taken')]).toEqual([400, true]);
    expect(text).toContain('password/register');
    expect(await app.adapter.getUserByEmail?.(email)).toBeNull();
    taken.clear();
    await app.send(browser, 'confirm', { code });
    expect(await browser.session()).not.toBeNull();
  });

  it('is applied to what is typed in another browser', async () => {
    const [email, other] = [anAddress(), app.client()];
    await app.send(app.client(), 'register', form(email));
    await other.get((await app.newest(email)).link);

    const refused = await app.send(other, 'confirm', { password: OTHER, name: '' });
    expect([refused.status, refused.text.includes('Your name: is missing')]).toEqual([400, true]);
    await app.send(other, 'confirm', { password: OTHER, name: 'Owner' });
    expect(await other.session()).toMatchObject({ user: { name: 'Owner' } });
  });

  it('gets no name that is longer than a column of users takes: 400 names it', async () => {
    const named = (name: string) =>
      app.send(app.client(), 'register', form(anAddress(), { born: '1990-02-03', name }));
    const { status, text } = await named('x'.repeat(201));
    expect([status, text.includes('Your name: This is too long.')]).toEqual([400, true]);
    expect((await named('x'.repeat(200))).location).toContain('confirm');
  });

  it('gets no fields that are too long together: 400 names the longest', async () => {
    const email = anAddress();
    const more = { born: '1990-02-03', nick: 'x'.repeat(41_000) };
    const { status, text } = await app.send(app.client(), 'register', form(email, more));

    expect([status, text.includes('nick: This is too long.')]).toEqual([400, true]);
    expect(app.app.logs.errors).toEqual([]);
    const most = { nick: '\u{1f40e}'.repeat(8000) };
    const fits = await app.send(app.client(), 'register', form(email, most));
    expect(fits.location).toContain('confirm');
  });
});

describe('the schema of a registration', () => {
  const [platform = 'express'] = platforms();

  it('describes the inputs of the form if its library writes JSON Schema', async () => {
    const fields = z.object({
      name: z.string().max(80).meta({ title: 'Your name' }),
      age: z.coerce.number().optional(),
      home: z.url().optional(),
    });
    const app = await PasswordApp.start({
      platform,
      provider: Password({ hashing: CHEAP, fields }),
    });
    const [browser, email] = [app.client(), 'jane@corp.example'];

    const { text } = await browser.get('/auth/password/register');
    expect(text).toContain('Your name');
    expect(text).toMatch(/<input[^>]*name="name"[^>]*>/);
    expect(text.match(/<input[^>]*name="name"[^>]*>/)?.[0]).toMatch(/required.*|maxlength="80"/);
    expect(text.match(/<input[^>]*name="home"[^>]*>/)?.[0]).toContain('type="url"');
    const form = { email, password: GOOD, name: 'Jane', age: '41', home: 'https://jane.example' };
    await app.send(browser, 'register', form);
    await app.send(browser, 'confirm', { code: (await app.newest(email)).code });
    expect(await app.adapter.getUserByEmail?.(email)).toMatchObject({ name: 'Jane', age: 41 });
    await app.close();
  });

  it.each(['nobody has', 'somebody only typed'])(
    'cannot set the id, an address that %s, or that it is proven',
    async (whose) => {
      const fields = v.pipe(
        v.object({ name: v.string() }),
        v.transform((given) => ({
          ...given,
          id: 'root',
          email: 'root@corp.example',
          emailVerified: null,
        })),
      );
      const inputs = { name: {} };
      const app = await PasswordApp.start({
        platform,
        provider: Password({ hashing: CHEAP, fields, inputs }),
      });
      const [browser, email] = [app.client(), 'jane@corp.example'];
      if (whose === 'somebody only typed')
        await app.adapter.createUser?.({ id: 'typer', email, emailVerified: null });
      await app.send(browser, 'register', { email, password: GOOD, name: 'Jane' });
      await app.send(browser, 'confirm', { code: (await app.newest(email)).code });

      const user = await app.adapter.getUserByEmail?.(email);
      expect(user?.id).not.toBe('root');
      expect(user).toMatchObject({ name: 'Jane', emailVerified: expect.any(Date) as Date });
      await app.close();
    },
  );

  it.each([
    ['throws', () => Promise.reject(new Error('the list is not there')), 'failed'],
    ['hangs', () => new Promise<never>(() => undefined), 'failed'],
    ['returns a list', () => ({ value: [] }), 'a schema of an object'],
  ])('that %s registers nobody, and is logged', async (_, validate, message) => {
    const fields = { '~standard': { version: 1, vendor: 'own', validate } } as const;
    const app = await PasswordApp.start({
      platform,
      provider: Password({ hashing: CHEAP, fields, inputs: { name: {} } }),
      config: { timeout: 0.1 },
    });

    const { location } = await app.send(app.client(), 'register', {
      email: 'jane@corp.example',
      password: GOOD,
    });

    expect(location).toContain('error=Configuration');
    expect(app.app.logs.errors[0]?.message).toContain(message);
    expect(app.mailbox.mails).toEqual([]);
    await app.close();
  });

  it.each(['email', 'password', 'code', 'csrfToken'])(
    'is refused at the start with a field of the form: %s',
    async (name) => {
      const outcome = await startOutcome({
        platform,
        config: {
          adapter: new MemoryAdapter(),
          providers: [
            Password({ hashing: CHEAP, fields: { [name]: {} } }),
            Email({ server: 'smtp://127.0.0.1:1' }),
          ],
        },
        extras: { features: [password()] },
      });
      expect(outcome).toContain(`fields: expected another name than \`${name}\``);
    },
  );

  it('that describes no inputs needs `inputs` at the start', async () => {
    const outcome = await startOutcome({
      platform,
      config: {
        adapter: new MemoryAdapter(),
        providers: [
          Password({ hashing: CHEAP, fields: v.object({ name: v.string() }) }),
          Email({ server: 'smtp://127.0.0.1:1' }),
        ],
      },
      extras: { features: [password()] },
    });

    expect(outcome).toMatch(/inputs: expected the inputs for the schema in `fields`/);
  });
});

describe('breaches', () => {
  const [platform = 'express'] = platforms();

  it('are asked about a password only as often as mails may be sent', async () => {
    let asked = 0;
    const breached = { ...hibp(), isBreached: async () => (asked += 1) > 0 };
    const app = await PasswordApp.start({
      platform,
      password: { breached },
      config: { limits: { emails: { identifier: 2 } } } as Partial<AuthConfig>,
    });
    const form = { email: 'jane@corp.example', password: GOOD };
    stopClock();

    for (let time = 1; time <= 3; time += 1) {
      const { status, text } = await app.send(app.client(), 'register', form);
      expect([status, text.includes('data breach')]).toEqual([400, true]);
    }
    const limited = await app.send(app.client(), 'register', form);
    startClock();
    expect(limited.status).toBe(429);
    expect(asked).toBe(3);
    await app.close();
  });
});
