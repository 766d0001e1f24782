import { englishTexts } from '../config/texts/english.js';
import { errorMessage } from './error-messages.js';

/**
 * The values of Auth.js, by the page that shows them, and ours.
 * @see docs/design/wire-contract.md 10.1, PG-9
 */
const KNOWN = {
  errors1: ['Configuration', 'AccessDenied', 'Verification'],
  errors2: [
    'Signin',
    'OAuthSignin',
    'OAuthCallbackError',
    'OAuthCreateAccount',
    'EmailCreateAccount',
    'Callback',
    'OAuthAccountNotLinked',
    'EmailSignin',
    'CredentialsSignin',
    'SessionRequired',
  ],
  ours: [
    'AccountNotLinked',
    'LastWayIn',
    'MissingCSRF',
    'RateLimited',
    'TooManySessions',
    'WebAuthnVerificationError',
  ],
};

const messageOf = (error?: string) => errorMessage(englishTexts, { error });
const generic = messageOf(undefined);

describe('errorMessage', () => {
  it.each(Object.values(KNOWN).flat())('has its own text for %s', (error) => {
    expect(messageOf(error).text).not.toBe(generic.text);
  });

  it.each(['', 'Nonsense', 'constructor', '__proto__', 'accessdenied', '<img src=x>'])(
    'has the generic text for %j (A17)',
    (error) => {
      expect(messageOf(error)).toEqual(generic);
    },
  );

  it.each(['OAuthSignin', 'OAuthCallbackError', 'OAuthCreateAccount', 'Callback'])(
    'has the same text for %s as for Signin',
    (error) => {
      expect(messageOf(error)).toEqual(messageOf('Signin'));
    },
  );
});
