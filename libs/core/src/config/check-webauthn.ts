import type { AdapterOperation } from '../adapter/adapter.port.js';
import { AuthError } from '../errors/auth.error.js';
import {
  DuplicateConditionalUI,
  ExperimentalFeatureNotEnabled,
  MissingAdapter,
  MissingAdapterMethods,
  MissingWebAuthnAutocomplete,
} from '../errors/configuration.errors.js';
import type { Provider } from '../provider/provider.js';
import type { WebAuthnConfig } from '../provider/webauthn-provider.js';
import type { AuthConfig } from './auth-config.js';
import { checkMistypedNames } from './check-provider-names.js';
import {
  bool,
  checkValues,
  fn,
  isObject,
  isPlain,
  isTexts,
  object,
  oneOf,
  type OptionTest,
  type OptionTests,
  text,
} from './option-test.js';

const texts: OptionTest = [
  'a string or a list of strings',
  (value) => (typeof value === 'string' && value !== '') || (isTexts(value) && value.length > 0),
];
const verification = oneOf('required', 'preferred', 'discouraged');
const milliseconds: OptionTest = [
  'milliseconds, 1 or more',
  (value) => Number.isSafeInteger(value) && Number(value) > 0,
];
const algorithms: OptionTest = [
  'a list of COSE numbers',
  (value) => Array.isArray(value) && value.length > 0 && value.every(Number.isSafeInteger),
];

const OPTIONS: OptionTests = {
  name: text,
  enableConditionalUI: bool,
  formFields: ['inputs by name, or false', (value) => value === false || isPlain(value)],
  relayingParty: object,
  getRelayingParty: fn,
  getUserInfo: fn,
  authenticationOptions: object,
  registrationOptions: object,
  verifyAuthenticationOptions: object,
  verifyRegistrationOptions: object,
  inferAction: bool,
};
const NAMES = [...Object.keys(OPTIONS), 'simpleWebAuthn', 'simpleWebAuthnBrowserVersion'];
const MEMBERS: Readonly<Record<string, OptionTests>> = {
  relayingParty: { id: texts, name: texts, origin: texts },
  authenticationOptions: { timeout: milliseconds, userVerification: verification },
  registrationOptions: {
    timeout: milliseconds,
    authenticatorSelection: object,
    supportedAlgorithmIDs: algorithms,
  },
  verifyAuthenticationOptions: { requireUserVerification: bool },
  verifyRegistrationOptions: { requireUserVerification: bool },
};
const SELECTION: OptionTests = {
  authenticatorAttachment: oneOf('platform', 'cross-platform'),
  residentKey: verification,
  requireResidentKey: bool,
  userVerification: verification,
};
const BROWSER_VERSION = /^v\d+(?:\.\d+){0,2}$/;

const METHODS: readonly AdapterOperation[] = [
  'createUser',
  'getUser',
  'getUserByEmail',
  'linkAccount',
  'getAccount',
  'getAuthenticator',
  'createAuthenticator',
  'listAuthenticatorsByUserId',
  'updateAuthenticatorCounter',
];

/**
 * One provider by itself.
 * @param name - of the provider, as messages have it
 * @see docs/design/wire-contract.md CFG-7, CFG-9
 */
export function* checkWebAuthnProvider(
  provider: WebAuthnConfig,
  name: string,
): Iterable<AuthError> {
  yield* checkMistypedNames(provider, name, NAMES);
  yield* checkValues(`${name}: `, provider, OPTIONS);
  for (const [option, tests] of Object.entries(MEMBERS)) {
    const value: unknown = provider[option as keyof WebAuthnConfig];
    if (isObject(value)) yield* checkValues(`${name}: ${option}.`, value, tests);
  }
  const selection: unknown = provider.registrationOptions?.authenticatorSelection;
  if (isObject(selection)) {
    yield* checkValues(
      `${name}: registrationOptions.authenticatorSelection.`,
      selection,
      SELECTION,
    );
  }
  yield* checkOrigins(provider, name);
  const { simpleWebAuthnBrowserVersion: version } = provider;
  if (version && !BROWSER_VERSION.test(String(version))) {
    yield new AuthError(
      `${name}: \`simpleWebAuthnBrowserVersion\`: expected \`v\` and up to three numbers, e.g. 'v13.1.0', or false`,
    );
  }
  if (wantsAutofill(provider) && !hasAutofill(provider)) {
    yield new MissingWebAuthnAutocomplete(
      `${name}: \`enableConditionalUI\` needs an input in \`formFields\` whose \`autocomplete\` holds 'webauthn'; add one, or set it to false`,
    );
  }
}

/** What passkeys ask of the rest. @see docs/design/wire-contract.md CFG-8, CFG-13 to CFG-15 */
export function* checkWebAuthn(config: Partial<AuthConfig>): Iterable<AuthError> {
  const providers = webAuthnProviders(config);
  if (providers.length === 0) return;
  if (config.experimental?.enableWebAuthn !== true) {
    yield new ExperimentalFeatureNotEnabled(
      'experimental.enableWebAuthn: must be true for a WebAuthn provider',
    );
  }
  if (providers.filter(wantsAutofill).length > 1) {
    yield new DuplicateConditionalUI(
      'providers: only one WebAuthn provider can have `enableConditionalUI`; set it to false in the others',
    );
  }
  const { adapter } = config;
  if (!adapter) {
    yield new MissingAdapter('adapter: passkeys need one, which stores their public keys');
    return;
  }
  const missing = METHODS.filter((operation) => typeof adapter[operation] !== 'function');
  if (missing.length > 0) {
    yield new MissingAdapterMethods(`adapter: lacks ${missing.join(', ')}, which passkeys need`);
  }
}

function* checkOrigins({ relayingParty }: WebAuthnConfig, name: string): Iterable<AuthError> {
  const given: unknown = relayingParty?.origin;
  const origins = typeof given === 'string' ? [given] : isTexts(given) ? given : [];
  // Apps have origins of their own, such as `android:apk-key-hash:…`.
  const wrong = origins.some(
    (origin) =>
      /^https?:/i.test(origin) && (!URL.canParse(origin) || new URL(origin).origin !== origin),
  );
  if (wrong) {
    yield new AuthError(
      `${name}: relayingParty.origin: expected an origin without a path, e.g. 'https://app.example'`,
    );
  }
}

function webAuthnProviders({ providers }: Partial<AuthConfig>): WebAuthnConfig[] {
  return Array.isArray(providers) ? providers.filter(isWebAuthn) : [];
}

function isWebAuthn(provider: Provider): provider is WebAuthnConfig {
  return isObject(provider) && 'type' in provider && provider.type === 'webauthn';
}

function wantsAutofill({ enableConditionalUI }: WebAuthnConfig): boolean {
  return enableConditionalUI !== false;
}

function hasAutofill({ formFields }: WebAuthnConfig): boolean {
  if (!isPlain(formFields)) return false;
  return Object.values(formFields as object).some(
    (field: unknown) =>
      isObject(field) && 'autocomplete' in field && /\bwebauthn\b/.test(String(field.autocomplete)),
  );
}
