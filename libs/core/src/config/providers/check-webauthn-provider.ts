import { AuthError } from '../../errors/auth.error.js';
import { MissingWebAuthnAutocomplete } from '../../errors/configuration.errors.js';
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
} from '../options/option-test.js';
import type { WebAuthnConfig } from '../../provider/webauthn-provider.js';
import { checkInputs } from './check-credentials-provider.js';
import { checkMistypedNames } from './check-provider-names.js';
import { checkRelyingParty } from './check-relying-party.js';

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
  'a list of COSE algorithm identifiers',
  (value) => Array.isArray(value) && value.length > 0 && value.every(Number.isSafeInteger),
];

const OPTIONS: OptionTests = {
  name: text,
  enableConditionalUI: bool,
  formFields: ['an object of inputs, or false', (value) => value === false || isPlain(value)],
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

/**
 * Checks a single provider.
 * @param name - name of the provider in messages
 * @see docs/design/wire-contract.md CFG-7, CFG-9
 */
export function* checkWebAuthnProvider(
  provider: WebAuthnConfig,
  name: string,
): Iterable<AuthError> {
  yield* checkMistypedNames(provider, name, NAMES);
  yield* checkValues(`${name}: `, provider, OPTIONS);
  yield* checkInputs(`${name}: formFields.`, provider.formFields);
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
  yield* checkRelyingParty(provider, name);
  const { simpleWebAuthnBrowserVersion: version } = provider;
  if (version && !BROWSER_VERSION.test(String(version))) {
    yield new AuthError(
      `${name}: \`simpleWebAuthnBrowserVersion\`: expected \`v\` and up to three numbers, e.g. 'v13.1.0', or false`,
    );
  }
  if (wantsAutofill(provider) && !hasAutofill(provider)) {
    yield new MissingWebAuthnAutocomplete(
      `${name}: \`enableConditionalUI\` needs an input in \`formFields\` whose \`autocomplete\` contains 'webauthn'; add one, or set it to false`,
    );
  }
}

/** Whether the page offers passkeys in the browser's autofill. */
export function wantsAutofill({ enableConditionalUI }: WebAuthnConfig): boolean {
  return enableConditionalUI !== false;
}

function hasAutofill({ formFields }: WebAuthnConfig): boolean {
  if (!isPlain(formFields)) return false;
  return Object.values(formFields as object).some(
    (field: unknown) =>
      isObject(field) && 'autocomplete' in field && /\bwebauthn\b/.test(String(field.autocomplete)),
  );
}
