import { readdirSync } from 'node:fs';
import {
  type AuthConfig,
  decode,
  encode,
  type OAuthConfig,
  Passkey,
  SessionService,
} from '@authnest/core';
import { type ClientResponse, MemoryAdapter } from '@authnest/testing';
import { readFromRoot } from '../support/guides.js';
import { never, PATIENCE } from '../support/patience.js';
import { plainOAuth } from '../support/plain-oauth.js';
import { type CheckedClient, credentials, JANE, platforms, TestApp } from '../support/test-app.js';

/** Returns the value, or while a test wants it, a promise that never settles. */
type Hang = <T>(value: T) => T | Promise<never>;

interface Call {
  config(hang: Hang): Partial<AuthConfig>;
  /** The request that calls the function. */
  ask(browser: CheckedClient, app: TestApp): Promise<ClientResponse>;
  /** The status, or a part of the URL to which the browser is redirected. */
  readonly gets: number | string;
  /** Whether somebody is signed in before, and must remain so. */
  readonly isSignedIn?: boolean;
}

const signIn = (browser: CheckedClient) => browser.signIn('credentials', JANE);
const readSession = (browser: CheckedClient) => browser.get('/auth/session');
const email = (own: object) => ({
  adapter: new MemoryAdapter(),
  providers: [
    credentials(),
    {
      id: 'email',
      name: 'Email',
      type: 'email' as const,
      sendVerificationRequest: () => 1,
      ...own,
    },
  ],
});
const mail = (browser: CheckedClient) => browser.signIn('email', { email: 'jane@example.com' });
const passkey = (own: object) => ({
  adapter: new MemoryAdapter(),
  providers: [credentials(), Passkey(own)],
  experimental: { enableWebAuthn: true },
});
const askPasskey = (browser: CheckedClient) =>
  browser.get('/auth/webauthn-options/passkey?action=authenticate&email=jane@example.com');
const PROFILE = { id: 'one', name: 'Jane', email: 'jane@example.com' };
const oauth = (own: Partial<OAuthConfig>) => ({
  providers: [
    credentials(),
    plainOAuth({
      token: { request: () => ({ tokens: { access_token: 'a', token_type: 'bearer' } }) },
      userinfo: { request: () => PROFILE },
      profile: () => PROFILE,
      ...own,
    }),
  ],
  fetch: () => Promise.resolve(Response.json({ access_token: 'a', token_type: 'bearer' })),
});
const comeBack = async (browser: CheckedClient) => {
  const { location = '' } = await browser.signIn('gh');
  const state = new URL(location).searchParams.get('state') ?? '';
  return browser.get(`/auth/callback/gh?code=c&state=${encodeURIComponent(state)}`);
};
const post =
  (path: string, more: object = {}) =>
  async (browser: CheckedClient) =>
    browser.post(path, { json: { csrfToken: await browser.csrfToken(), ...more } });
/** A registry of stateless sessions of which one method hangs. */
const registry = (name: string, hang: Hang): Partial<AuthConfig> => {
  const methods = {
    revoke: () => undefined,
    isRevoked: () => false,
    record: () => undefined,
    list: () => [],
    revokeUser: () => undefined,
    refreshUser: () => undefined,
  };
  const one = methods[name as keyof typeof methods];
  return { session: { revocation: { ...methods, [name]: () => hang(one()) } } };
};

/** Every function of the options that may return a promise, by the type that declares it. */
const CALLS: Record<string, Call> = {
  'CallbacksOptions.signIn': {
    config: (hang) => ({ callbacks: { signIn: () => hang(true) } }),
    ask: signIn,
    gets: 'error=AccessDenied',
  },
  'CallbacksOptions.redirect': {
    config: (hang) => ({ callbacks: { redirect: ({ baseUrl }) => hang(baseUrl) } }),
    ask: (browser) => browser.get('/auth/signin?callbackUrl=/page'),
    gets: 200,
    isSignedIn: true,
  },
  'CallbacksOptions.jwt': {
    config: (hang) => ({ callbacks: { jwt: ({ token }) => hang(token) } }),
    ask: readSession,
    gets: 503,
    isSignedIn: true,
  },
  'CallbacksOptions.session': {
    config: (hang) => ({ callbacks: { session: ({ session }) => hang(session) } }),
    ask: readSession,
    gets: 503,
    isSignedIn: true,
  },
  'JWTOptions.encode': {
    config: (hang) => ({ jwt: { encode: (params) => hang(encode(params)), decode } }),
    ask: signIn,
    gets: 'error=Configuration',
  },
  'JWTOptions.decode': {
    config: (hang) => ({ jwt: { encode, decode: (params) => hang(decode(params)) } }),
    ask: readSession,
    gets: 503,
    isSignedIn: true,
  },
  'SessionRevocations.isRevoked': {
    config: (hang) => registry('isRevoked', hang),
    ask: readSession,
    gets: 503,
    isSignedIn: true,
  },
  'SessionRevocations.record': {
    config: (hang) => registry('record', hang),
    ask: signIn,
    gets: 'error=Configuration',
  },
  'SessionRevocations.revoke': {
    config: (hang) => registry('revoke', hang),
    ask: (browser) => browser.signOut(),
    gets: 503,
    isSignedIn: true,
  },
  'SessionRevocations.list': {
    config: (hang) => registry('list', hang),
    ask: (browser) => browser.get('/auth/sessions'),
    gets: 503,
    isSignedIn: true,
  },
  'SessionRevocations.revokeUser': {
    config: (hang) => registry('revokeUser', hang),
    ask: post('/auth/sessions/revoke-all'),
    gets: 503,
    isSignedIn: true,
  },
  'SessionRevocations.refreshUser': {
    config: (hang) => registry('refreshUser', hang),
    ask: async (browser, { app }) => {
      const refreshed = app.get(SessionService).refresh({ userId: 'id-of-jane' });
      await expect(refreshed).rejects.toMatchObject({ type: 'Timeout' });
      return readSession(browser);
    },
    gets: 200,
    isSignedIn: true,
  },
  'CredentialsConfig.authorize': {
    config: (hang) => ({
      providers: [{ ...credentials(), authorize: () => hang({ id: '1', name: 'jane' }) }],
    }),
    ask: signIn,
    gets: 'error=Configuration',
  },
  'EmailConfig.sendVerificationRequest': {
    config: (hang) => email({ sendVerificationRequest: () => hang(1) }),
    ask: mail,
    gets: 'error=EmailSignin',
  },
  'EmailConfig.generateVerificationToken': {
    config: (hang) => email({ generateVerificationToken: () => hang('a'.repeat(64)) }),
    ask: mail,
    gets: 'error=Configuration',
  },
  'WebAuthnConfig.getRelayingParty': {
    config: (hang) =>
      passkey({
        getRelayingParty: () => hang({ id: '127.0.0.1', name: 'a', origin: 'http://127.0.0.1' }),
      }),
    ask: askPasskey,
    gets: 'error=Configuration',
  },
  'WebAuthnConfig.getUserInfo': {
    config: (hang) => passkey({ getUserInfo: () => hang(null) }),
    ask: askPasskey,
    gets: 'error=Configuration',
  },
  'AuthorizationHandler.handler': {
    config: (hang) =>
      oauth({ authorization: { request: () => hang('https://gh.example/authorize') } }),
    ask: (browser) => browser.signIn('gh'),
    gets: 'error=Configuration',
  },
  'TokenHandler.handler': {
    config: (hang) =>
      oauth({
        token: { request: () => hang({ tokens: { access_token: 'a', token_type: 'bearer' } }) },
      }),
    ask: comeBack,
    gets: 'error=OAuthCallbackError',
  },
  'UserinfoHandler.handler': {
    config: (hang) => oauth({ userinfo: { request: () => hang(PROFILE) } }),
    ask: comeBack,
    gets: 'error=OAuthCallbackError',
  },
  'TokenEndpoint.conform': {
    config: (hang) =>
      oauth({ token: { url: 'https://gh.example/token', conform: () => hang(undefined) } }),
    ask: comeBack,
    gets: 'error=OAuthCallbackError',
  },
  'OAuthUserConfig.clientSecret': {
    config: (hang) =>
      oauth({ token: 'https://gh.example/token', clientSecret: () => hang('secret') }),
    ask: comeBack,
    gets: 'error=OAuthCallbackError',
  },
  'OAuthUserConfig.profile': {
    config: (hang) => oauth({ profile: () => hang(PROFILE) }),
    ask: comeBack,
    gets: 'error=',
  },
  'VerifiedEmail.of': {
    config: (hang) => oauth({ verifiedEmail: () => hang(PROFILE.email) }),
    ask: comeBack,
    gets: 'error=',
  },
};

/** Tried elsewhere: the file, and a part of the title. */
const ELSEWHERE: Record<string, readonly [file: string, title: string]> = {
  'SessionRevocations.assertReady': [
    'test/nest/refused-start.e2e-spec.ts',
    'a store that does not say whether it is ready',
  ],
  'LazyAuthConfig.config': ['libs/core/src/config/config-of.spec.ts', 'given up after ten seconds'],
  'EventHandlers.AuthEventName': [
    'test/events/failing-listeners.e2e-spec.ts',
    'that never settles is abandoned after 5 s',
  ],
  'RefreshHandler.handler': [
    'test/provider-tokens/refresh.e2e-spec.ts',
    'gives up a handler that does not respond',
  ],
  // The limit is around the handler and the request alike.
  'RevocationHandler.handler': [
    'test/provider-tokens/revocation.e2e-spec.ts',
    'signs out even when the provider does not respond to the revocation',
  ],
  'AuthConfig.mailer': ['test/features/mails.e2e-spec.ts', 'change no response, if the mailer'],
  'EmailConfig.sendMail': ['test/features/mails.e2e-spec.ts', 'change no response, if the mailer'],
  'AuthConfig.roles': ['test/nest/roles.e2e-spec.ts', 'if a rule does not settle in time'],
  'AccountDeletionOptions.beforeDelete': [
    'test/account/deletion.e2e-spec.ts',
    'does not take place if the application fails or hangs',
  ],
  'LogoutHandler.handler': ['test/logout/rp-initiated.e2e-spec.ts', "['hangs', never"],
};

describe('the functions of the options that may return a promise', () => {
  it('are all listed here', () => {
    const known = [...Object.keys(CALLS), ...Object.keys(ELSEWHERE)];

    // A factory is called by Nest, before the application starts.
    const declared = declaredFunctions().filter((name) => !name.startsWith('AuthConfigFactory.'));
    expect(declared.toSorted()).toEqual(known.toSorted());
  });

  it.each(Object.entries(ELSEWHERE))('hang in a test elsewhere: %s', (_, [file, title]) => {
    expect(readFromRoot(file)).toContain(title);
  });
});

describe.each(platforms())('a function that never settles on %s', (platform) => {
  it.each(Object.entries(CALLS))('ends its request: %s', async (_, call) => {
    let isStuck = false;
    let calls = 0;
    const hang: Hang = (value) => {
      if (!isStuck) return value;
      calls += 1;
      return never();
    };
    const app = await TestApp.start({
      platform,
      config: { timeout: PATIENCE, ...call.config(hang) },
    });
    const browser = app.client();
    if (call.isSignedIn) await signIn(browser);
    const before = browser.cookies.get('authjs.session-token');
    isStuck = true;

    const { status, location } = await call.ask(browser, app);

    expect(typeof call.gets === 'number' ? status : location).toEqual(
      typeof call.gets === 'number' ? call.gets : expect.stringContaining(call.gets),
    );
    expect(calls).toBeGreaterThan(0);
    expect(browser.cookies.get('authjs.session-token')).toBe(before);
    isStuck = false;
    if (call.isSignedIn) expect(await browser.session()).toMatchObject({ user: { name: 'jane' } });
    await app.close();
  });
});

/** Reads from the types of the options which functions return a promise, or may. */
function declaredFunctions(): string[] {
  const folders = ['libs/core/src/config/options', 'libs/core/src/provider'];
  const files = folders.flatMap((folder) => readdirSync(folder).map((file) => `${folder}/${file}`));
  return files
    .filter((file) => file.endsWith('.ts') && !/\.spec\.ts$|resolved-provider/.test(file))
    .flatMap((file) => functionsIn(readFromRoot(file)));
}

function functionsIn(source: string): string[] {
  const code = source
    .replace(/\/\*.*?\*\/|\/\/[^\n]*/gs, '')
    .replace(/\((\w+): \{[^{}]*\}\)/g, '($1)');
  const types = [...code.matchAll(/export (?:interface|type) (\w+)/g)];
  return [...code.matchAll(FUNCTION)].map(({ 1: name, index }) => {
    const owner = types.filter((type) => type.index < index).at(-1)?.[1];
    return `${owner}.${name}`;
  });
}

const FUNCTION =
  /(\w+)\??(?:\(|\]: \(|: (?:[^;{]*?\| )?\(*\()([^;{}]*?)\)+(?:: | => )(?:Maybe)?Promise</g;
