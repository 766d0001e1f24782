/** What a person reads about an `error` value. */
export interface ErrorMessage {
  /** Heading of the error page; the box on the sign-in page goes without. */
  readonly heading: string;
  readonly text: string;
  /** Status of the error page. */
  readonly status: number;
  /** Whether signing in again is the way on. */
  readonly retry: boolean;
}

const FAILED = 'You are not signed in';

/** For no value, and for every value that is not ours. It never repeats what came in the URL. */
const GENERIC: ErrorMessage = {
  heading: 'Something went wrong',
  text: 'The sign-in could not be completed. Please try again in a moment.',
  status: 200,
  retry: false,
};

const otherAccount = onSignIn('That did not work. Try again, or use another account.');

// A map and not an object: `error=constructor` must find nothing.
const MESSAGES: ReadonlyMap<string, ErrorMessage> = new Map<string, ErrorMessage>([
  [
    'Configuration',
    {
      heading: 'Sign-in is not available',
      text: 'Something is wrong on our side. Please try again later. If this is your site, its log names the cause.',
      status: 500,
      retry: false,
    },
  ],
  [
    'AccessDenied',
    {
      heading: 'Access denied',
      text: 'This account may not sign in here. You can try another one.',
      status: 403,
      retry: true,
    },
  ],
  [
    'Verification',
    {
      heading: 'This link no longer works',
      text: 'It was used before, or it has expired. Ask for a new one on the sign-in page.',
      status: 403,
      retry: true,
    },
  ],
  ['Signin', otherAccount],
  ['OAuthSignin', otherAccount],
  ['OAuthCallbackError', otherAccount],
  ['OAuthCreateAccount', otherAccount],
  ['EmailCreateAccount', otherAccount],
  ['Callback', otherAccount],
  [
    'OAuthAccountNotLinked',
    onSignIn('You have signed in another way before. To confirm who you are, use that way again.'),
  ],
  ['AccountNotLinked', onSignIn('This passkey belongs to another account. Use another way in.')],
  ['EmailSignin', onSignIn('The email could not be sent. Check the address and try again.')],
  ['CredentialsSignin', onSignIn('These details are not right. Check them and try again.')],
  ['SessionRequired', onSignIn('Please sign in to see this page.')],
  [
    'MissingCSRF',
    onSignIn('This page has waited too long, or your browser blocks cookies. Try again.'),
  ],
  ['RateLimited', onSignIn('Too many attempts. Wait a little before you try again.')],
  ['WebAuthnVerificationError', onSignIn('Your passkey could not be checked. Try again.')],
]);

/**
 * Finds the words for an `error` value of the query.
 * @see specification, Errors 1 and 2
 */
export function errorMessage(error: string | undefined): ErrorMessage {
  return MESSAGES.get(error ?? '') ?? GENERIC;
}

function onSignIn(text: string): ErrorMessage {
  return { heading: FAILED, text, status: 200, retry: true };
}
