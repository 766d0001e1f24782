import { bcrypt, PasswordService, scrypt, type StoredPassword } from '@authnest/password';
import { MemoryAdapter } from '@authnest/testing';
import { PasswordApp } from '../support/password-app.js';
import { until } from '../support/until.js';
import { platforms } from '../support/test-app.js';

/** `U*U`, by crypt_blowfish. */
const BCRYPT = '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW';
const LONG = 'x'.repeat(1024);

describe.each(platforms())('hashes of passwords on %s', (platform) => {
  const rows = new Map<string, StoredPassword>();
  const saved: (string | null | undefined)[] = [];
  let hashing = scrypt({ logN: 8 });
  let waiting: (() => void)[] | undefined;
  let nth = 0;
  let app: PasswordApp;

  beforeAll(async () => {
    app = await PasswordApp.start({
      platform,
      adapter: new MemoryAdapter(),
      password: {
        verifies: [bcrypt()],
        hashing: {
          hash: (password) => hashing.hash(password),
          verify: async (password, hash) => {
            if (waiting) await new Promise<void>((resolve) => waiting?.push(resolve));
            return hashing.verify(password, hash);
          },
          needsRehash: (hash) => hashing.needsRehash(hash),
        },
        // A column of the application, for example.
        store: {
          find: (userId) => rows.get(userId) ?? null,
          save: (password, replaces) => {
            const { hash = null } = rows.get(password.userId) ?? {};
            if (replaces !== undefined && replaces !== hash) return false;
            saved.push(replaces);
            rows.set(password.userId, password);
            return true;
          },
          remove: (userId) => rows.delete(userId),
        },
      },
    });
  });
  beforeEach(() => {
    saved.length = 0;
  });
  afterAll(() => app.close());

  async function aUser(hash: string): Promise<{ id: string; email: string }> {
    const email = `person-${(nth += 1)}@corp.example`;
    const user = { id: crypto.randomUUID(), email, emailVerified: new Date() };
    const { id = '' } = (await app.adapter.createUser?.(user)) ?? {};
    const changedAt = new Date('2020-01-02T03:04:05.678Z');
    rows.set(id, { userId: id, hash, changedAt, mustChange: false });
    return { id, email };
  }
  const isIn = async (email: string, secret: string) =>
    !(await app.signIn(email, secret)).location?.includes('error=');

  it('of another application are replaced at the first right password, once (K34)', async () => {
    const { id, email } = await aUser(BCRYPT);

    expect(await isIn(email, 'U*V')).toBe(false);
    expect(rows.get(id)?.hash).toBe(BCRYPT);
    expect(await Promise.all([isIn(email, 'U*U'), isIn(email, 'U*U')])).toEqual([true, true]);
    expect(rows.get(id)).toMatchObject({
      hash: expect.stringMatching(/^\$scrypt\$ln=8,/) as string,
      changedAt: new Date('2020-01-02T03:04:05.678Z'),
    });
    expect(saved).toEqual([BCRYPT]);
    expect(await isIn(email, 'U*U')).toBe(true);
    expect(saved).toEqual([BCRYPT]);
  });

  it('of an old cost are replaced, and a new password meanwhile stays (K34)', async () => {
    const old = await hashing.hash('correct horse battery');
    const { id, email } = await aUser(old);
    hashing = scrypt({ logN: 9 });

    expect(await isIn(email, 'correct horse battery')).toBe(true);
    expect(rows.get(id)?.hash).toMatch(/^\$scrypt\$ln=9,/);
    expect(saved).toEqual([old]);
    hashing = scrypt({ logN: 8 });
  });

  it('are right in NFC and in NFD (K32)', async () => {
    const { email } = await aUser(await hashing.hash('pässwörter über alles'.normalize('NFC')));

    expect(await isIn(email, 'pässwörter über alles'.normalize('NFD'))).toBe(true);
    expect(await isIn(email, ' pässwörter über alles')).toBe(false);
  });

  it('are derived for 32 sign-ins at a time, and the rest has to wait (K35)', async () => {
    const { email } = await aUser(await hashing.hash(LONG));
    const browser = app.client();
    const csrfToken = await browser.csrfToken();
    const form = { email, password: LONG, csrfToken };
    waiting = [];
    const attempts = Array.from({ length: 40 }, () => {
      const one = app.client();
      for (const [name, value] of browser.cookies) one.cookies.set(name, value);
      return one.post('/auth/callback/password', { form });
    });
    const refused: number[] = [];
    for (const attempt of attempts) {
      void attempt.then(({ status }) => {
        if (status === 429) refused.push(status);
      });
    }
    await until(
      'each is derived or refused',
      () => (waiting?.length ?? 0) + refused.length === attempts.length,
    );
    expect([waiting.length, refused.length]).toEqual([32, 8]);
    // The event loop is free meanwhile.
    expect((await app.client().get('/auth/providers')).status).toBe(200);
    const going = waiting;
    waiting = undefined;
    for (const go of going) go();
    await Promise.all(attempts);
    expect(await isIn(email, LONG)).toBe(true);
  });

  it('a megabyte is no password, and not derived (K32)', async () => {
    const { email } = await aUser(await hashing.hash('x'));
    const { status, location } = await app.signIn(email, 'x'.repeat(20_000));

    expect(status).toBe(302);
    expect(location).toContain('error=CredentialsSignin');
  });

  it('are imported once, with a dry run before', async () => {
    const service = app.app.app.get(PasswordService, { strict: false });
    const known = await aUser(BCRYPT);
    const fresh = await aUser('');
    rows.delete(fresh.id);
    const list = [
      { userId: fresh.id, hash: BCRYPT },
      { userId: known.id, hash: BCRYPT },
      { userId: 'nobody', hash: 'md5' },
    ];

    const dry = await service.importAll(list, { dryRun: true });
    expect(dry).toEqual({ imported: 1, kept: [known.id], unreadable: ['nobody'], unknown: [] });
    expect(rows.has(fresh.id)).toBe(false);
    expect(await service.importAll(list)).toEqual(dry);
    expect(rows.get(fresh.id)?.hash).toBe(BCRYPT);
    await expect(service.import(fresh.id, BCRYPT)).rejects.toThrow('has a password');
    await expect(service.import(fresh.id, 'md5')).rejects.toThrow('no format in `verifies`');
  });
});
