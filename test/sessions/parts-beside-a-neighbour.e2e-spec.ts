import { encode, type JwtParams } from '@authnest/core';
import { AttributeJar } from '../support/attribute-jar.js';
import { SESSION } from '../support/signed-out.js';
import { JANE, platforms, TestApp } from '../support/test-app.js';

const HOST = { host: 'app.shop.example' };

describe.each(platforms())('a session in parts beside one of a neighbour, on %s', (platform) => {
  it.each([
    ['whole', 0],
    ['in parts', 5000],
  ])('goes on if that of the neighbour is %s (BT16)', async (_, size) => {
    const jwt = ({ token }: JwtParams) => ({ ...token, filler: 'x'.repeat(5000) });
    const app = await TestApp.start({ platform, config: { trustHost: true, callbacks: { jwt } } });
    const jar = new AttributeJar();
    const browser = app.client(HOST);
    const send = async (path: string, form?: Record<string, string>) => {
      const headers = { cookie: jar.header };
      const response = form
        ? await browser.post(path, { form, headers })
        : await browser.get(path, headers);
      jar.store([response.headers['set-cookie'] ?? []].flat());
      return response;
    };
    const signIn = async () => {
      const { csrfToken } = JSON.parse((await send('/auth/csrf')).text) as { csrfToken: string };
      await send('/auth/callback/credentials', { ...JANE, csrfToken });
    };
    const name = async () =>
      (JSON.parse((await send('/auth/session')).text) as { user?: { name: string } } | null)?.user
        ?.name;
    await signIn();
    expect(await name()).toBe('jane');

    // As Auth.js sets it at the parent domain.
    const foreign = await encode({
      token: { sub: 'x', filler: 'y'.repeat(size) },
      secret: 'a-secret-of-the-neighbour-32-characters',
      salt: SESSION,
    });
    const parts =
      size === 0
        ? [['', foreign]]
        : [
            ['.0', foreign.slice(0, 3900)],
            ['.1', foreign.slice(3900)],
          ];
    jar.store(
      parts.map(([suffix, value]) => `${SESSION}${suffix}=${value}; Domain=shop.example; Path=/`),
    );

    const beside = await name();
    await signIn();
    const again = await name();
    await app.close();

    expect([beside, again]).toEqual(['jane', 'jane']);
  });
});
