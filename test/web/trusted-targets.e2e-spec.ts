import type { AuthConfig } from '@authnest/core';
import { JANE, platforms, TestApp } from '../support/test-app.js';

const SPA = 'https://spa.example';

describe.each(platforms())('a target on another origin on %s', (platform) => {
  let trusting: TestApp;
  let app: TestApp;

  beforeAll(async () => {
    const config: Partial<AuthConfig> = { trustedOrigins: [SPA], redirects: 'trusted' };
    trusting = await TestApp.start({ platform, config });
  });
  afterAll(() => trusting.close());
  beforeEach(() => {
    app = trusting;
  });
  afterEach(async () => {
    if (app !== trusting) await app.close();
  });

  async function targetOf(callbackUrl: string): Promise<string | undefined> {
    return (await app.client().signIn('credentials', { ...JANE, callbackUrl })).location;
  }

  it.each([`${SPA}/home?tab=1`, SPA, `${SPA}/`])(
    'is used if its origin is trusted with redirects: %s (U7)',
    async (target) => {
      const logged = app.logs.facts.length;

      expect(await targetOf(target)).toBe(target);
      expect(await targetOf('/home')).toBe(`${app.url}/home`);
      const facts = app.logs.facts.slice(logged).map(([message]) => message);
      expect(facts).not.toContain('callbackUrl dropped');
    },
  );

  it.each([
    'https://evil.test/home',
    `${SPA}.evil.test/home`,
    `${SPA}:8443/home`,
    'http://spa.example/home',
    `${SPA}@evil.test/`,
    '//spa.example/home',
    `${SPA}\\@evil.test`,
    `blob:${SPA}/x`,
  ])('is dropped if its origin is not trusted: %s (U7)', async (target) => {
    expect(await targetOf(target)).toBe(app.url);
  });

  it('is dropped by default, and the log names the origin and the remedy (U7)', async () => {
    app = await TestApp.start({ platform, config: { trustedOrigins: [SPA] } });

    expect(await targetOf(`${SPA}/home?token=canary`)).toBe(app.url);

    expect(app.logs.facts).toContainEqual([
      'callbackUrl dropped',
      { target: SPA, remedy: "set `redirects: 'trusted'`" },
    ]);
    expect(app.logs.lines.join('\n')).not.toContain('canary');
  });

  it('is logged in a short line, however long it is (I09)', async () => {
    app = await TestApp.start({ platform });

    for (const host of ['a'.repeat(3800), 'a.'.repeat(1900)]) {
      expect(await targetOf(`https://${host}test`)).toBe(app.url);
    }

    const dropped = app.logs.facts.filter(([message]) => message === 'callbackUrl dropped');
    expect(dropped).toHaveLength(2);
    for (const line of app.logs.lines) expect(line.length).toBeLessThan(1000);
  });

  it('is logged if the redirect callback returns nothing usable (U7)', async () => {
    const callbacks = { redirect: () => 'javascript:alert(1)' };
    app = await TestApp.start({ platform, config: { callbacks } });

    expect(await targetOf('/home')).toBe(app.url);

    expect(app.logs.warnings).toContain('unusable-redirect');
  });

  it('is not logged if it is in the application (U7)', async () => {
    app = await TestApp.start({ platform });

    for (const own of ['/', '/home', app.url, `${app.url}/`]) await targetOf(own);

    expect(app.logs.facts.map(([message]) => message)).not.toContain('callbackUrl dropped');
  });
});
