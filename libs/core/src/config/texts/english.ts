import type { Texts } from '../../model/texts.js';

/** The texts in English. */
export const englishTexts: Texts = {
  signIn: {
    title: 'Sign In',
    heading: 'Sign in',
    continueTo: (site) => `to continue to ${site}`,
    signIn: 'Sign in',
    continueWith: (provider) => `Continue with ${provider}`,
    continueWithEmail: 'Continue with email',
    emailLink: 'Email me a link',
    usePasskey: 'Use a passkey',
    usePassword: 'Use a password',
    moreWays: 'More ways to sign in',
    or: 'or',
    emailLabel: 'Email address',
    usernameLabel: 'Username',
    passwordLabel: 'Password',
    forgotPassword: 'Forgot password?',
    newHere: 'New here?',
    createAccount: 'Create an account',
    createPasskey: 'Create a passkey',
    whyPasskey: 'Then you sign in by fingerprint, face or screen lock, without a password.',
    showPassword: 'Show password',
    enterEmail: 'Enter your email address.',
    terms: 'Terms',
    privacy: 'Privacy',
    passkeyFailed: 'No passkey was used. Try again, or use another way to sign in.',
    passkeyExists: 'This device already has a passkey for you. Sign in with it.',
    needsPasskeys:
      'You sign in here with a passkey. That needs JavaScript and a browser that supports passkeys.',
    noProviders: 'There is no way to sign in yet.',
    signedInAs: (name) => `You are signed in as ${name}.`,
    goOn: 'Continue',
  },
  reauthenticate: {
    title: 'Confirm it is you',
    heading: 'Confirm it is you',
    note: (site) => `${site} asks before something important happens.`,
  },
  signOut: {
    title: 'Sign Out',
    heading: 'Sign out?',
    note: (site) => `You will need to sign in again to use ${site}.`,
    failed: 'You are still signed in',
    signOut: 'Sign out',
    stay: 'Stay signed in',
  },
  signedOut: {
    title: 'Sign Out',
    heading: 'You are signed out',
    note: (site) => `Nobody is signed in to ${site} in this browser.`,
    signIn: 'Sign in',
  },
  verifyRequest: {
    title: 'Verify Request',
    heading: 'Check your inbox',
    note: 'We have sent you an email with a link that signs you in. If it does not arrive, check your spam folder.',
    noteTo: (address) =>
      `We have sent an email to ${address} with a link that signs you in. If it does not arrive, check your spam folder.`,
    sentAgain: 'We have sent the email again.',
    sendAgain: 'Send again',
    otherAddress: 'Use another address',
  },
  confirm: {
    title: 'Confirm Sign In',
    heading: (address) => `Continue as ${address}?`,
    note: (site) =>
      `The link from your inbox signs you in to ${site}. If you did not ask for it, leave this page.`,
    signIn: 'Sign in',
    notMe: 'Not me',
  },
  error: {
    title: 'Error',
    signIn: 'Sign in',
    tooManyAttempts: (time) => `Too many attempts. Try again in ${time}.`,
  },
  errors: {
    Default: {
      heading: 'Something went wrong',
      text: 'The sign-in could not be completed. Please try again in a moment.',
    },
    Configuration: {
      heading: 'Sign-in is not available',
      text: 'Something is wrong on our side. Please try again later.',
    },
    AccessDenied: {
      heading: 'Access denied',
      text: 'This account is not allowed to sign in here. You can try another one.',
    },
    Verification: {
      heading: 'This link no longer works',
      text: 'It was already used, or it has expired. Ask for a new one on the sign-in page.',
    },
    Signin: {
      heading: 'You are not signed in',
      text: 'That did not work. Try again, or use another account.',
    },
    Cancelled: {
      heading: 'You are not signed in',
      text: 'The sign-in was stopped at the provider. Try again, or sign in another way.',
    },
    OAuthAccountNotLinked: {
      heading: 'Use your usual way to sign in',
      text: 'You signed in another way before. To confirm who you are, sign in that way again.',
    },
    FreshAuthRequired: {
      heading: 'Confirm that it is you',
      text: 'Nothing was changed. Confirm that it is you, then try again.',
    },
    TooManySessions: {
      heading: 'You are not signed in',
      text: 'You are signed in on too many devices. Sign out on one of them, then try again.',
    },
    AccountNotLinked: {
      heading: 'This passkey cannot be used',
      text: 'This passkey or address already belongs to an account. Sign in another way, then add a passkey.',
    },
    LastWayIn: {
      heading: 'This is your only way to sign in',
      text: 'Nothing was removed. Add another way to sign in first.',
    },
    EmailSignin: {
      heading: 'The email was not sent',
      text: 'The email could not be sent. Check the address and try again.',
    },
    CredentialsSignin: {
      heading: 'You are not signed in',
      text: 'These details are incorrect. Check them and try again.',
    },
    SessionRequired: {
      heading: 'You are not signed in',
      text: 'Please sign in to see this page.',
    },
    MissingCSRF: {
      heading: 'Please try again',
      text: 'This page was open for too long, or your browser blocks cookies. Try again.',
    },
    RateLimited: {
      heading: 'Please wait a while',
      text: 'Too many attempts. Wait a while before you try again.',
    },
    WebAuthnVerificationError: {
      heading: 'The passkey was not accepted',
      text: 'Your passkey could not be checked. Try again.',
    },
    NotFound: {
      heading: 'Page not found',
      text: 'There is no page at this address.',
    },
    UntrustedOrigin: {
      heading: 'This request came from another site',
      text: 'To protect you, it was not processed. To continue, start again on our site.',
    },
    Unavailable: {
      heading: 'This is not possible right now',
      text: 'Something is wrong on our side. Please try again in a moment.',
    },
  },
  site: {
    ways: 'Where to go from here',
    goTo: (site) => `Go to ${site}`,
    unknown: 'this site',
  },
  mail: {
    subject: (site) => `Sign in to ${site}`,
    openLink: (life) => `Open this link to sign in. It works once, within ${life}:`,
    pressButton: (life) => `The button signs you in. It works once, within ${life}.`,
    button: 'Sign in',
    ignoreLink:
      'If you did not ask for this email, ignore it. Nobody can sign in without the link.',
    ignoreButton:
      'If you did not ask for this email, ignore it. Nobody can sign in without the button.',
  },
  durations: {
    seconds: (count) => (count === 1 ? '1 second' : `${count} seconds`),
    minutes: (count) => (count === 1 ? '1 minute' : `${count} minutes`),
    hours: (count) => (count === 1 ? '1 hour' : `${count} hours`),
    days: (count) => (count === 1 ? '1 day' : `${count} days`),
  },
};
