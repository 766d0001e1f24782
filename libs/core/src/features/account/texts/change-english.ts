import type { AccountChangeTexts } from './change-texts.js';

/** The texts in English. */
export const english: AccountChangeTexts = {
  goOn: 'Continue',
  back: 'Back to your account',
  signIn: 'Sign in',
  deadLink: {
    heading: 'This link no longer works',
    note: 'It was already used or replaced, or it has expired.',
    again: 'Start again',
  },
  address: {
    title: 'Change Email Address',
    heading: 'Change your email address',
    note: 'We send a link to the new address. Nothing changes until you have followed it.',
    field: 'New email address',
    button: 'Send link',
    notAnAddress: 'Enter an email address.',
    same: 'This is your email address already.',
    sent: {
      heading: 'Check your inbox',
      note: 'We have sent a link to the new address. Follow it in this browser. If it does not arrive, check your spam folder.',
    },
    sentToBoth: {
      heading: 'Check both inboxes',
      note: 'We have sent a link to the new address and one to the present one. Nothing changes until you have followed both, the one to the new address in this browser.',
    },
    confirm: {
      heading: 'Is this your new address?',
      note: (address) =>
        `Your account gets the address ${address}, and you are signed out on all other devices.`,
      button: 'Confirm address',
    },
    allow: {
      heading: 'Do you want to change your address?',
      note: (address) =>
        `Somebody who is signed in to your account wants to change its address to ${address}. If it was not you, do not confirm: sign in, and end your other sessions.`,
      button: 'Change address',
    },
    signInFirst: {
      heading: 'Sign in first',
      note: 'Open this link in the browser in which you asked for the new address, or sign in here. The link goes on working.',
    },
    waiting: {
      heading: 'One more to go',
      note: 'This address is confirmed. Follow the link in the other mail too, and your address changes.',
    },
    taken: {
      heading: 'This address is in use',
      note: 'Another account has had it meanwhile. Your address has not changed.',
    },
    done: {
      heading: 'Your address has changed',
      note: 'You are signed out on all other devices.',
    },
    doneElsewhere: {
      heading: 'Your address has changed',
      note: 'You are signed out on all devices. Sign in again to go on.',
    },
    undo: {
      heading: 'Get your address back?',
      note: (address) =>
        `Your account gets the address ${address} again, and you are signed out on all devices. Your password, and ways to sign in that were added since the change, are removed.`,
      button: 'Undo the change',
    },
    undoTaken: {
      heading: 'You have a second account',
      note: 'Somebody signed in with this address after the change, mostly you, which made another account. Delete that account, and follow the link in the mail again.',
      link: 'To that account',
    },
    undone: {
      heading: 'Your address is back',
      note: 'You are signed out on all devices. Your password, and ways to sign in that were added since the change, were removed. If you had a password, set a new one.',
    },
  },
  deletion: {
    title: 'Delete Account',
    heading: 'Delete your account',
    note: 'Everything that belongs to it is deleted at once. This cannot be undone.',
    button: 'Delete account',
    field: 'Type your email address to confirm',
    word: 'delete',
    wordField: (word) => `Type “${word}” to confirm`,
    wrong: 'That is not what we asked for. Nothing was deleted.',
    refused: 'Your account cannot be deleted now. Please contact us.',
  },
  mails: {
    confirm: {
      subject: (site) => `Your new email address at ${site}`,
      text: (life) =>
        `Confirm that this is your address, in the browser in which you are signed in. This works once, within ${life}.`,
      button: 'Confirm address',
      note: 'If you did not ask for it, ignore this email. Nothing changes then.',
    },
    allow: {
      subject: (site) => `Change your email address at ${site}?`,
      text: (life) =>
        `Somebody who is signed in to your account, perhaps you, wants to change its address. Allow it with this link. It works once, within ${life}.`,
      button: 'See the change',
      note: 'If it was not you, do not follow the link: sign in, and end your other sessions. Nothing changes without it.',
    },
    taken: {
      subject: (site) => `You already have an account at ${site}`,
      text: () =>
        'Somebody, perhaps you, wanted to give this address to another account. It belongs to yours, and stays there.',
      note: 'If it was not you, ignore this email. Nothing has changed.',
    },
    changed: {
      subject: (site) => `Your email address at ${site} was changed`,
      text: (life) =>
        `Your account has another email address now. If that was not you, undo it within ${life}.`,
      button: 'Undo the change',
      note: 'If you changed it yourself, there is nothing to do.',
    },
    changedForGood: {
      subject: (site) => `Your email address at ${site} was changed`,
      text: () => 'Your account has another email address now.',
      note: 'If that was not you, contact us at once.',
    },
    deleted: {
      subject: (site) => `Your account at ${site} is deleted`,
      text: () => 'Your account was deleted, with everything that belonged to it.',
      note: 'If that was not you, contact us at once.',
    },
  },
  newAddress: (address) => `The new address is ${address}.`,
};
