import type { AuthConfig } from '@authnest/core';
import { aContext } from '../../../../../test/support/a-context.js';
import { decode } from './encode-decode.js';
import { KeyringService } from '../../crypto/keyring.service.js';
import { SessionTokenService } from './session-token.service.js';

/** A format without our keys, such as for a company that checks tokens in other services. */
const own: Partial<AuthConfig> = {
  jwt: {
    encode: ({ token }) => Buffer.from(JSON.stringify(token)).toString('base64url'),
    decode: ({ token = '' }) => JSON.parse(Buffer.from(token, 'base64url').toString()),
  },
};

const contextOf = (config: Partial<AuthConfig>, tenant?: string) =>
  aContext({ config: { ...config, tenant } });

describe.each<[string, Partial<AuthConfig>]>([
  ['our format', {}],
  ["the application's format", own],
  ['our format, opened by the application', { jwt: { decode } }],
])('a session token in %s', (_, config) => {
  const tokens = new SessionTokenService(new KeyringService());

  it.each([
    ['acme', 'beta'],
    ['acme', undefined],
    [undefined, 'acme'],
  ])('sealed for the tenant %s does not open for the tenant %s (V3)', async (home, other) => {
    const { value: token } = await tokens.seal(contextOf(config, home), { sub: 'user-1' });

    expect(await tokens.open(contextOf(config, other), token)).toBeNull();
    expect(await tokens.open(contextOf(config, home), token)).toMatchObject({
      claims: { sub: 'user-1' },
    });
  });

  it('has no realm claim if there is no tenant', async () => {
    const ctx = contextOf(config);
    const { value: token } = await tokens.seal(ctx, { sub: 'user-1' });

    expect((await tokens.open(ctx, token))?.claims).not.toHaveProperty('authnest_realm');
  });
});

describe("the application's format", () => {
  const tokens = new SessionTokenService(new KeyringService());
  const [first, second] = ['1', '2'].map((end) => `secret-of-the-application-number-${end}`);

  it.each<[string, Partial<AuthConfig>, unknown]>([
    ['one secret as a string', { secret: first }, first],
    ['one of its own as a string', { secret: first, jwt: { secret: second } }, second],
    ['a list as a list', { secret: [first ?? '', second ?? ''] }, [first, second]],
    ['a list of one as a list', { jwt: { secret: [first ?? ''] } }, [first]],
  ])('receives %s, as in Auth.js', async (_, config, expected) => {
    const received: unknown[] = [];
    const ctx = aContext({
      config: {
        ...config,
        jwt: {
          ...config.jwt,
          encode: ({ secret }) => `${received.push(secret)}`,
          decode: ({ secret }) => ({ sub: `${received.push(secret)}` }),
        },
      },
    });

    await tokens.open(ctx, (await tokens.seal(ctx, { sub: 'user-1' })).value);

    expect(received).toEqual([expected, expected]);
  });
});
