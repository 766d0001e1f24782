import type { PasswordTexts } from './password-texts.js';

/** The texts in English. */
export const english: PasswordTexts = {
  email: 'Email address',
  password: 'Password',
  newPassword: 'New password',
  currentPassword: 'Current password',
  atLeast: (count) => `At least ${count} characters. A few words are easy to remember.`,
  signIn: 'Sign in',
  goOn: 'Continue',
  weak: {
    too_short: 'This password is too short.',
    too_long: 'This password is too long.',
    common: 'This password is one of the most common ones. Choose another.',
    context: 'This password is your name or address, or ours. Choose another.',
    unchanged: 'This is your present password. Choose another.',
    breached: 'This password is known from a data breach elsewhere. Choose another.',
  },
  notAnAddress: 'Enter your email address.',
  fieldTooLong: 'This is too long.',
  wrongPassword: 'The current password is incorrect.',
  wrongCode: 'This code is incorrect or no longer valid. Check it, or start again.',
  deadLink: {
    heading: 'This link no longer works',
    note: 'It was already used, or it has expired. Ask for a new one.',
  },
  register: {
    title: 'Create Account',
    heading: 'Create an account',
    note: (site) => `to use ${site}`,
    button: 'Create account',
    haveAccount: 'I have an account',
  },
  confirm: {
    title: 'Confirm Address',
    heading: 'Check your inbox',
    note: 'We have sent you an email. Follow its link, or type its code here. If it does not arrive, check your spam folder.',
    code: 'Code',
    button: 'Confirm',
    hereHeading: 'Is this your address?',
    here: (address) => `Confirm that ${address} is yours, and you are signed in.`,
    elsewhere: (address) =>
      `Confirm that ${address} is yours. As this is not the browser in which the account was created, choose a password here.`,
    finish: 'Confirm and sign in',
    again: 'Start again',
  },
  known: {
    heading: 'You already have an account',
    note: 'Somebody has registered this address meanwhile. Sign in, or set a new password.',
  },
  forgot: {
    title: 'Forgot Password',
    heading: 'Forgot your password?',
    note: 'We send you a link with which you can set a new one.',
    button: 'Send link',
    sent: 'Check your inbox',
    sentNote:
      'If there is an account for this address, we have sent it a link. If it does not arrive, check your spam folder.',
  },
  reset: {
    title: 'New Password',
    heading: 'Choose a new password',
    note: (address) => `for ${address}. You are signed out everywhere else.`,
    button: 'Save password',
    done: 'Your password is saved',
    doneNote: 'Sign in with it now.',
  },
  change: {
    title: 'Change Password',
    heading: 'Change your password',
    note: 'You are signed out on all other devices.',
    button: 'Save password',
    done: 'Your password is saved',
    doneNote: 'You are signed out on all other devices.',
    due: 'Before you go on, choose a new password.',
    none: 'You have no password yet',
    noneNote: 'We send you a link with which you can set one.',
    mailMe: 'Send link',
  },
  mails: {
    register: {
      subject: (site) => `Your account at ${site}`,
      text: (life) =>
        `Confirm your address to create the account. This works once, within ${life}.`,
      button: 'Confirm address',
      note: 'If you did not ask for an account, ignore this email. None is created then.',
    },
    alreadyRegistered: {
      subject: (site) => `You already have an account at ${site}`,
      text: () =>
        'Somebody, perhaps you, tried to register this address, which has an account. Sign in, or set a new password on the sign-in page.',
      button: 'Sign in',
      note: 'If it was not you, ignore this email. Nothing has changed.',
    },
    reset: {
      subject: (site) => `Set a new password for ${site}`,
      text: (life) => `Choose a new password with this link. It works once, within ${life}.`,
      button: 'Set password',
      note: 'If you did not ask for it, ignore this email. Your password stays as it is.',
    },
    invite: {
      subject: (site) => `You are invited to ${site}`,
      text: (life) => `Choose a password to begin. This link works once, within ${life}.`,
      button: 'Choose password',
      note: 'If you do not know what this is about, ignore this email.',
    },
    passwordChanged: {
      subject: (site) => `Your password for ${site} was changed`,
      text: () => 'Your password was changed, and you were signed out on all other devices.',
      note: 'If it was not you, set a new password at once, on the sign-in page.',
    },
    passwordRemoved: {
      subject: (site) => `Your password for ${site} was removed`,
      text: () => 'Your password was removed, and you were signed out on all other devices.',
      note: 'If it was not you, set a new password at once, on the sign-in page.',
    },
  },
};
