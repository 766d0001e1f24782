import type { User } from '@authnest/core';
import { credentials, JANE, platforms, TestApp } from '../support/test-app.js';

/** JSON values that are not strings, to be parsed like any external input. */
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
    'is not created if the %s that authorize returns is %s (A53)',
    async (field, json) => {
      expect(await signIn({ [field]: JSON.parse(json) as unknown })).toEqual(refused);
    },
  );

  it.each([
    ['a name', 'name', 'x'.repeat(512)],
    ['a picture', 'image', undefined],
  ])(
    'is created even if the user has %s that is too long for a cookie',
    async (_what, field, kept) => {
      const { session } = await signIn({ [field]: 'x'.repeat(20_000) });

      expect(session).toMatchObject({ user: { email: 'jane@x.example' } });
      expect(Object(session?.user)[field]).toBe(kept);
    },
  );

  it.each([
    [{ name: null, image: null }, { email: 'jane@x.example' }],
    [
      { name: '', image: 'x'.repeat(3000) },
      { name: '', image: 'x'.repeat(3000) },
    ],
  ])('contains strings unchanged, and omits null (case %#)', async (found, shown) => {
    expect(await signIn(found)).toMatchObject({ session: { user: shown } });
  });
});
