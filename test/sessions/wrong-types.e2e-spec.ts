import type { User } from '@authnest/core';
import { credentials, JANE, platforms, TestApp } from '../support/test-app.js';

/** Parsed from JSON, like any input from outside. */
const NO_TEXTS = ['{"role":"admin"}', '{"emailVerified":"2020-01-01"}', '["admin"]', '5', 'true'];

const inEachField = ['name', 'email', 'image'].flatMap((field) =>
  NO_TEXTS.map((json) => [field, json] as const),
);

describe.each(platforms())('a stateless session on %s', (platform) => {
  let app: TestApp;
  let result: User;

  beforeAll(async () => {
    const providers = [{ ...credentials(), authorize: () => result }];
    app = await TestApp.start({ platform, config: { providers } });
  });
  afterAll(() => app.close());

  async function signIn(found: object) {
    result = { id: 'jane', name: 'Jane', email: 'jane@x.example', ...found };
    const browser = app.client();
    const { location = '' } = await browser.signIn('credentials', JANE);
    return { location, session: await browser.session(), cookies: [...browser.cookies.keys()] };
  }

  const refused = {
    location: expect.stringMatching(/\/auth\/error\?error=Configuration$/) as unknown,
    session: null,
    cookies: expect.not.arrayContaining([expect.stringContaining('session')]) as unknown,
  };

  it.each(inEachField)(
    'is not opened where authorize returns %s as %s (A53)',
    async (field, json) => {
      expect(await signIn({ [field]: JSON.parse(json) as unknown })).toEqual(refused);
    },
  );

  it.each([
    ['a name', 'name', 'x'.repeat(512)],
    ['a picture', 'image', undefined],
  ])('signs in a user with %s that is longer than cookies hold', async (_what, field, kept) => {
    const { session } = await signIn({ [field]: 'x'.repeat(20_000) });

    expect(session).toMatchObject({ user: { email: 'jane@x.example' } });
    expect(Object(session?.user)[field]).toBe(kept);
  });

  it.each([
    [{ name: null, image: null }, { email: 'jane@x.example' }],
    [
      { name: '', image: 'x'.repeat(3000) },
      { name: '', image: 'x'.repeat(3000) },
    ],
  ])('holds strings unchanged, and omits null', async (found, shown) => {
    expect(await signIn(found)).toMatchObject({ session: { user: shown } });
  });
});
