import { AuthError } from '../../errors/auth.error.js';
import { isPromiseLike } from '../../model/maybe-promise.js';
import type { EmailConfig } from '../../provider/email-provider.js';
import { mergeEmailProvider } from '../../provider/resolve-email-provider.js';
import type { AuthConfig } from '../options/auth-config.js';
import { checkMistypedNames } from './check-provider-names.js';
import { checkSecrets } from '../options/check-secrets.js';
import { isMailToken } from '../../model/is-mail-token.js';
import {
  checkValues,
  fn,
  isObject,
  oneOf,
  type OptionTests,
  positiveSeconds,
  text,
} from '../options/option-test.js';

const OPTIONS: OptionTests = {
  name: text,
  // A line break would start another header.
  from: [
    'one line: `address` or `Name <address>`',
    (value) => typeof value === 'string' && value.includes('@') && !/\p{Cc}/u.test(value),
  ],
  maxAge: positiveSeconds,
  server: ['a URL `smtp://…` or `smtps://…`, or transport options', isServer],
  apiKey: text,
  sendMail: fn,
  sendVerificationRequest: fn,
  generateVerificationToken: fn,
  normalizeIdentifier: fn,
  confirm: oneOf('auto', 'never', 'always'),
};

/**
 * Checks an email provider.
 * @param name - name of the provider in messages
 * @see docs/design/wire-contract.md 12.2; docs/design/security-bar.md A49, F04
 */
export function* checkEmailProvider(
  provider: EmailConfig,
  name: string,
  { acceptShortSecret }: Pick<AuthConfig, 'acceptShortSecret'>,
): Iterable<AuthError> {
  if (provider.options !== undefined && !isObject(provider.options)) {
    yield new AuthError(`${name}: options: expected an object`);
    return;
  }
  yield* checkMistypedNames(provider, name, [...Object.keys(OPTIONS), 'secret']);
  const merged = mergeEmailProvider(provider);
  yield* checkValues(`${name}: `, merged, OPTIONS);
  if (merged.secret !== undefined) {
    yield* checkSecrets(`${name}: secret`, merged.secret, acceptShortSecret === true);
  }
  if (!merged.server && !merged.sendVerificationRequest) {
    yield new AuthError(
      `${name}: needs \`server\`, the URL of your mail server, or your own \`sendVerificationRequest\``,
    );
  }
  // A sender that needs a key has the member `apiKey`, even if it is undefined.
  if (Object.hasOwn(provider, 'apiKey') && merged.apiKey === undefined) {
    const variable = `AUTH_${provider.id.toUpperCase().replaceAll('-', '_')}_KEY`;
    yield new AuthError(`${name}: needs \`apiKey\`; set it or ${variable}`);
  }
  if (typeof merged.generateVerificationToken === 'function' && !returnsToken(merged)) {
    yield new AuthError(
      `${name}: generateVerificationToken: must return a string of 22 to 512 characters with at least 128 random bits`,
    );
  }
}

function isServer(value: unknown): boolean {
  if (typeof value !== 'string') return isObject(value);
  return /^smtps?:/i.test(value) && URL.canParse(value);
}

/** Whether the generator returns a valid token. A promise is awaited and checked at sign-in. */
function returnsToken(provider: EmailConfig): boolean {
  try {
    const token = provider.generateVerificationToken?.();
    if (!isPromiseLike(token)) return isMailToken(token);
    token.then(undefined, () => undefined);
    return true;
  } catch {
    return false;
  }
}
