import type { Provider } from '../provider/provider.js';
import { Credentials } from '../provider/credentials-provider.js';
import { OAuth, type OAuthConfig, type OAuthUserConfig, OIDC } from '../provider/oauth-provider.js';
import { type Environment, withEnvDefaults } from './env-defaults.js';

const ENV = {
  AUTH_GITHUB_ID: 'env-id',
  AUTH_GITHUB_SECRET: 'env-secret',
  AUTH_GITHUB_ISSUER: 'https://github.example',
  AUTH_MICROSOFT_ENTRA_ID_ID: 'entra-id',
  AUTH_MICROSOFT_ENTRA_ID_SECRET: 'entra-secret',
};
const FOUND = {
  clientId: 'env-id',
  clientSecret: 'env-secret',
  issuer: 'https://github.example',
};
const filled = (provider: Provider, env: Environment = ENV) =>
  withEnvDefaults(env, { providers: [provider] }).providers[0];
const GitHub = (options: OAuthUserConfig): OAuthConfig => ({
  id: 'github',
  name: 'GitHub',
  type: 'oauth',
  options,
});

describe('a provider', () => {
  it('receives the client and issuer variables for its id', () => {
    expect(filled(OAuth({ id: 'github', name: 'GitHub' }))).toMatchObject(FOUND);
    expect(filled(OIDC({ id: 'github', name: 'GitHub' }))).toMatchObject(FOUND);
  });

  it('is named in the environment with _ in place of -', () => {
    expect(filled(OIDC({ id: 'microsoft-entra-id', name: 'Microsoft' }))).toMatchObject({
      clientId: 'entra-id',
      clientSecret: 'entra-secret',
    });
  });

  it('keeps its own values, whether in itself or in its options', () => {
    const own = { clientId: 'own-id', issuer: 'https://own.example' };

    expect(filled(OAuth({ id: 'github', name: 'GitHub', ...own }))).toMatchObject({
      ...own,
      clientSecret: 'env-secret',
    });
    expect(filled(GitHub(own))).toMatchObject({ clientSecret: 'env-secret', options: own });
  });

  it.each([{ clientSecret: 'own' }, { options: { clientSecret: 'own' } }])(
    'keeps its own client secret: %j',
    (own) => {
      expect(filled({ ...GitHub({}), ...own })).toMatchObject({
        clientId: 'env-id',
        clientSecret: 'own',
      });
    },
  );

  it.each([
    [{ apiKey: 'own' }, 'own'],
    [{ options: { apiKey: 'own' } }, undefined],
    [{}, 'env-key'],
  ])('that sends mail receives a key unless it has one: %j', (own, apiKey) => {
    const mail = { id: 'resend', name: 'Resend', type: 'email' } as const;
    const sendVerificationRequest = () => Promise.resolve();
    const provider = { ...mail, sendVerificationRequest, ...own };

    expect(filled(provider, { AUTH_RESEND_KEY: 'env-key' })).toEqual({
      ...provider,
      ...(apiKey !== undefined && { apiKey }),
    });
  });

  it('keeps its own values if the same options are undefined', () => {
    const provider = OAuth({
      id: 'other',
      name: 'Other',
      clientId: 'own-id',
      options: { clientId: undefined, clientSecret: undefined },
    });

    expect(filled(provider)).toMatchObject({ clientId: 'own-id' });
  });

  it('treats the issuer of a preset as a default, whether the preset is called or not', () => {
    const Preset = (options: OAuthUserConfig): OAuthConfig => ({
      ...GitHub(options),
      issuer: 'https://preset.example',
    });
    const issuerOf = (provider: Provider, env?: Environment) => {
      const { issuer, options } = filled(provider, env) as OAuthConfig;
      return options?.issuer ?? issuer;
    };

    expect(issuerOf(Preset)).toBe('https://github.example');
    expect(issuerOf(Preset({}))).toBe('https://github.example');
    expect(issuerOf(Preset({ issuer: 'https://own.example' }))).toBe('https://own.example');
    expect(issuerOf(Preset({}), {})).toBe('https://preset.example');
  });

  it('is looked up by its own id, not by an id in its options', () => {
    expect(filled(GitHub({ id: 'mine' }))).toMatchObject(FOUND);
    expect(filled(GitHub({ id: 'mine' }), { AUTH_MINE_ID: 'x' })).not.toMatchObject({
      clientId: 'x',
    });
  });

  it('treats an empty variable as missing', () => {
    expect(filled(OAuth({ id: 'github', name: 'GitHub' }), { AUTH_GITHUB_ID: '' })).toMatchObject({
      clientId: undefined,
    });
  });

  it('receives nothing if it is a credentials provider', () => {
    const provider = Credentials({ id: 'github', authorize: () => null });

    expect(filled(provider)).toEqual(provider);
  });

  it('is never changed (O7)', () => {
    const provider = Object.freeze(GitHub(Object.freeze({ name: 'x' })));

    expect(filled(provider)).toMatchObject(FOUND);
    expect(provider.clientId).toBeUndefined();
  });
});

describe('a provider function', () => {
  it('is called with {} to find its id, then with the variables for that id', () => {
    const calls: object[] = [];
    const provider = (options: OAuthUserConfig) => {
      calls.push(options);
      return GitHub(options);
    };

    expect(filled(provider)).toEqual(GitHub(FOUND));
    expect(calls).toEqual([{}, FOUND]);
  });

  it('receives an API key too, whatever its type', () => {
    const calls: object[] = [];
    const provider = (options: object) => {
      calls.push(options);
      return Credentials({ id: 'resend', authorize: () => null });
    };

    filled(provider, { AUTH_RESEND_KEY: 'key' });

    expect(calls).toEqual([{}, { apiKey: 'key' }]);
  });

  it('that returns no provider is left to the checks to report', () => {
    // @ts-expect-error a mistake that JavaScript allows
    expect(filled(() => undefined)).toBeUndefined();
  });
});
