import { MemoryAdapter } from '@authnest/testing';
import { problemsOf } from '../../../../../test/support/problems-of.js';
import type { AdapterOperation } from '../../adapter/adapter.port.js';
import { Passkey, WebAuthn } from '../../provider/webauthn-provider.js';
import type { AuthConfig } from '../options/auth-config.js';
import { resolveAuthConfig } from '../resolve-auth-config.js';
import { startWarnings } from '../start-warnings.js';

const FLAG = { enableWebAuthn: true };

/** Returns a memory adapter without one operation. */
function without(missing: AdapterOperation): MemoryAdapter {
  const adapter = new MemoryAdapter();
  Object.defineProperty(adapter, missing, { value: undefined });
  return adapter;
}

function problemsWith(...providers: unknown[]): string[] {
  return problemsOf({ experimental: FLAG, adapter: new MemoryAdapter(), providers });
}

describe('a WebAuthn provider', () => {
  it('is accepted as its factories return it', () => {
    expect(problemsWith(Passkey({}))).toEqual([]);
    expect(problemsWith(WebAuthn({ relayingParty: { origin: ['https://a.example'] } }))).toEqual(
      [],
    );
  });

  it('needs the experimental flag', () => {
    const config = { adapter: new MemoryAdapter(), providers: [Passkey({})] };

    expect(problemsOf(config)).toEqual([
      'ExperimentalFeatureNotEnabled: experimental.enableWebAuthn: must be true for a WebAuthn provider',
    ]);
    expect(problemsOf({ ...config, experimental: { enableWebAuthn: false } })).toHaveLength(1);
  });

  it('needs an adapter', () => {
    expect(problemsOf({ experimental: FLAG, providers: [Passkey({})] })).toEqual([
      expect.stringMatching(/^MissingAdapter: adapter: /) as unknown,
    ]);
  });

  it.each([
    'getAccount',
    'getAuthenticator',
    'createAuthenticator',
    'listAuthenticatorsByUserId',
    'updateAuthenticatorCounter',
  ] as const)('needs %s, also with stateless sessions', (operation) => {
    const config = {
      experimental: FLAG,
      adapter: without(operation),
      session: { strategy: 'jwt' },
      providers: [Passkey({})],
    };

    expect(problemsOf(config)).toEqual([
      `MissingAdapterMethods: adapter: lacks ${operation}, which passkeys need`,
    ]);
  });

  it('must be the only one that offers passkeys in autofill', () => {
    expect(problemsWith(Passkey({}), WebAuthn({}))).toEqual([
      expect.stringMatching(/^DuplicateConditionalUI: providers: /) as unknown,
    ]);
    expect(problemsWith(Passkey({}), WebAuthn({ enableConditionalUI: false }))).toEqual([]);
  });

  it.each([
    { email: { label: 'Email' } },
    { email: { autocomplete: 'username' } },
    { email: { autocomplete: 'nowebauthn' } },
    false as const,
  ])('needs a field for autofill, which %j does not have', (formFields) => {
    expect(problemsWith(Passkey({ formFields }))).toEqual([
      expect.stringMatching(/^MissingWebAuthnAutocomplete: provider `passkey`: /) as unknown,
    ]);
    expect(problemsWith(Passkey({ formFields, enableConditionalUI: false }))).toEqual([]);
  });

  it.each(['9.0.1', 'v', 'v1.2.3.4', 'v1.x', 'latest'])(
    'is refused with the browser version %s',
    (simpleWebAuthnBrowserVersion) => {
      expect(problemsWith(Passkey({ simpleWebAuthnBrowserVersion }))).toEqual([
        expect.stringMatching(/^AuthError: .*simpleWebAuthnBrowserVersion/) as unknown,
      ]);
    },
  );

  it.each(['v9', 'v9.0', 'v9.0.1', false as const])(
    'is accepted with the browser version %s',
    (version) => {
      expect(problemsWith(Passkey({ simpleWebAuthnBrowserVersion: version }))).toEqual([]);
    },
  );

  it.each([
    { id: 'shop.example', origin: 'https://shop.example' },
    { id: 'shop.example', origin: 'https://www.shop.example:8443' },
    { id: 'localhost', origin: 'http://localhost:3000' },
    { id: 'xn--bcher-kva.example', origin: ['https://xn--bcher-kva.example'] },
    { id: ['shop.example'], origin: ['https://shop.example', 'https://shop-abroad.example'] },
    { id: 'shop.example', origin: 'android:apk-key-hash:3C9wq8n-_x' },
    { id: 'shop.example', origin: ['ios:bundle-id:example.shop', 'chrome-extension://abcdef'] },
    { id: 'shop.example' },
    { origin: 'https://shop.example' },
    { id: undefined, origin: undefined },
  ])('is accepted with the relying party %j', (relayingParty) => {
    expect(problemsWith(Passkey({ relayingParty }))).toEqual([]);
  });

  it.each([
    [{ authenticationOptions: { userVerification: 'require' } }, 'authenticationOptions.user'],
    [{ registrationOptions: { timeout: -1 } }, 'registrationOptions.timeout'],
    [{ registrationOptions: { supportedAlgorithmIDs: ['ES256'] } }, 'registrationOptions.supp'],
    [
      { registrationOptions: { authenticatorSelection: { residentKey: true } } },
      'registrationOptions.authenticatorSelection.residentKey',
    ],
    [{ relayingParty: { id: 5 } }, 'relayingParty.id'],
    [{ relayingParty: { origin: 'https://app.example/' } }, 'relayingParty.origin'],
    [{ getUserInfo: {} }, 'getUserInfo'],
  ])('is refused with an invalid option: %j', (options, named) => {
    expect(problemsWith({ ...Passkey({}), ...options })).toEqual([
      expect.stringContaining(`provider \`passkey\`: ${named}`) as unknown,
    ]);
  });
});

describe('a relying party', () => {
  const page = 'https://shop.example';

  it.each([
    [{ id: page, origin: page }, '.id: expected a host name'],
    [{ id: 'localhost:3000', origin: 'http://localhost:3000' }, '.id: expected a host name'],
    [{ id: 'Shop.example', origin: page }, '.id: expected a host name'],
    [{ id: '127.0.0.1', origin: 'http://127.0.0.1' }, '.id: expected a host name'],
    [{ id: '[::1]', origin: 'http://[::1]' }, '.id: expected a host name'],
    [{ id: 'shop.example', origin: 'shop.example' }, '.origin: expected an origin'],
    [{ id: 'localhost', origin: 'localhost:3000' }, '.origin: expected an origin'],
    [{ id: 'shop.example', origin: `${page}/login` }, '.origin: expected an origin'],
    [{ id: 'shop.example', origin: [page, 'http:'] }, '.origin: expected an origin'],
    [{ id: 'shop.example', origin: 'https://other.example' }, ': no `origin` has the host name'],
    [{ id: 'shop.example', origin: 'https://myshop.example' }, ': no `origin` has the host name'],
    [{ id: 'www.shop.example', origin: [page] }, ': no `origin` has the host name'],
  ])('is refused if no passkey could belong to it: %j', (relayingParty, problem) => {
    expect(problemsWith(Passkey({ relayingParty }))).toEqual([
      expect.stringContaining(`provider \`passkey\`: relayingParty${problem}`) as unknown,
    ]);
  });
});

describe('an application warns at its start', () => {
  function warningsOf(config: Partial<AuthConfig>): string[] {
    const complete: AuthConfig = { secret: 'x'.repeat(32), providers: [Passkey({})], ...config };
    return startWarnings(complete, resolveAuthConfig(complete));
  }

  it('about passkeys, and about an adapter that cannot record that a challenge is spent', () => {
    expect(warningsOf({ adapter: new MemoryAdapter() })).toEqual(['experimental-webauthn']);
    expect(warningsOf({ adapter: without('spendOnce') })).toEqual([
      'experimental-webauthn',
      'unspent-challenges',
    ]);
    expect(warningsOf({ providers: [], adapter: without('spendOnce') })).toEqual([]);
  });
});
