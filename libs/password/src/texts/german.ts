import type { PasswordTexts } from './password-texts.js';

/** The texts in German. */
export const german: PasswordTexts = {
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  newPassword: 'Neues Passwort',
  currentPassword: 'Bisheriges Passwort',
  atLeast: (count) => `Mindestens ${count} Zeichen. Ein paar Wörter lassen sich gut merken.`,
  signIn: 'Anmelden',
  goOn: 'Weiter',
  weak: {
    too_short: 'Dieses Passwort ist zu kurz.',
    too_long: 'Dieses Passwort ist zu lang.',
    common: 'Dieses Passwort ist eines der häufigsten. Wählen Sie ein anderes.',
    context: 'Dieses Passwort ist Ihr Name, Ihre Adresse oder unser Name. Wählen Sie ein anderes.',
    unchanged: 'Das ist Ihr bisheriges Passwort. Wählen Sie ein anderes.',
    breached: 'Dieses Passwort ist aus einem Datenleck anderswo bekannt. Wählen Sie ein anderes.',
  },
  notAnAddress: 'Geben Sie Ihre E-Mail-Adresse ein.',
  fieldTooLong: 'Das ist zu lang.',
  wrongPassword: 'Das bisherige Passwort ist falsch.',
  wrongCode:
    'Dieser Code ist falsch oder gilt nicht mehr. Prüfen Sie ihn, oder beginnen Sie von vorn.',
  deadLink: {
    heading: 'Dieser Link gilt nicht mehr',
    note: 'Er wurde schon benutzt oder ist abgelaufen. Fordern Sie einen neuen an.',
  },
  register: {
    title: 'Konto anlegen',
    heading: 'Konto anlegen',
    note: (site) => `für ${site}`,
    button: 'Konto anlegen',
    haveAccount: 'Ich habe ein Konto',
  },
  confirm: {
    title: 'Adresse bestätigen',
    heading: 'Sehen Sie in Ihr Postfach',
    note: 'Wir haben Ihnen eine E-Mail geschickt. Folgen Sie ihrem Link, oder geben Sie ihren Code hier ein. Wenn sie nicht ankommt, sehen Sie im Spam-Ordner nach.',
    code: 'Code',
    button: 'Bestätigen',
    hereHeading: 'Ist das Ihre Adresse?',
    here: (address) => `Bestätigen Sie, dass ${address} Ihnen gehört. Dann sind Sie angemeldet.`,
    elsewhere: (address) =>
      `Bestätigen Sie, dass ${address} Ihnen gehört. Weil das Konto in einem anderen Browser angelegt wurde, wählen Sie hier ein Passwort.`,
    finish: 'Bestätigen und anmelden',
    again: 'Von vorn beginnen',
  },
  known: {
    heading: 'Sie haben schon ein Konto',
    note: 'Jemand hat diese Adresse inzwischen registriert. Melden Sie sich an, oder setzen Sie ein neues Passwort.',
  },
  forgot: {
    title: 'Passwort vergessen',
    heading: 'Passwort vergessen?',
    note: 'Wir schicken Ihnen einen Link, mit dem Sie ein neues setzen.',
    button: 'Link schicken',
    sent: 'Sehen Sie in Ihr Postfach',
    sentNote:
      'Wenn es zu dieser Adresse ein Konto gibt, haben wir einen Link dorthin geschickt. Wenn er nicht ankommt, sehen Sie im Spam-Ordner nach.',
  },
  reset: {
    title: 'Neues Passwort',
    heading: 'Neues Passwort wählen',
    note: (address) => `für ${address}. Überall sonst werden Sie abgemeldet.`,
    button: 'Passwort speichern',
    done: 'Ihr Passwort ist gespeichert',
    doneNote: 'Melden Sie sich jetzt damit an.',
  },
  change: {
    title: 'Passwort ändern',
    heading: 'Passwort ändern',
    note: 'Auf allen anderen Geräten werden Sie abgemeldet.',
    button: 'Passwort speichern',
    done: 'Ihr Passwort ist gespeichert',
    doneNote: 'Auf allen anderen Geräten sind Sie abgemeldet.',
    due: 'Wählen Sie zuerst ein neues Passwort.',
    none: 'Sie haben noch kein Passwort',
    noneNote: 'Wir schicken Ihnen einen Link, mit dem Sie eines setzen.',
    mailMe: 'Link schicken',
  },
  mails: {
    register: {
      subject: (site) => `Ihr Konto bei ${site}`,
      text: (life) =>
        `Bestätigen Sie Ihre Adresse, um das Konto anzulegen. Das geht einmal, innerhalb von ${life}.`,
      button: 'Adresse bestätigen',
      note: 'Wenn Sie kein Konto wollten, ignorieren Sie diese E-Mail. Dann entsteht keines.',
    },
    alreadyRegistered: {
      subject: (site) => `Sie haben schon ein Konto bei ${site}`,
      text: () =>
        'Jemand, vielleicht Sie, wollte diese Adresse registrieren, zu der es ein Konto gibt. Melden Sie sich an, oder setzen Sie auf der Anmeldeseite ein neues Passwort.',
      button: 'Anmelden',
      note: 'Wenn Sie es nicht waren, ignorieren Sie diese E-Mail. Es hat sich nichts geändert.',
    },
    reset: {
      subject: (site) => `Neues Passwort für ${site}`,
      text: (life) =>
        `Mit diesem Link wählen Sie ein neues Passwort. Er gilt einmal, innerhalb von ${life}.`,
      button: 'Passwort setzen',
      note: 'Wenn Sie das nicht wollten, ignorieren Sie diese E-Mail. Ihr Passwort bleibt, wie es ist.',
    },
    invite: {
      subject: (site) => `Sie sind zu ${site} eingeladen`,
      text: (life) =>
        `Wählen Sie ein Passwort, um zu beginnen. Dieser Link gilt einmal, innerhalb von ${life}.`,
      button: 'Passwort wählen',
      note: 'Wenn Sie nicht wissen, worum es geht, ignorieren Sie diese E-Mail.',
    },
    passwordChanged: {
      subject: (site) => `Ihr Passwort für ${site} wurde geändert`,
      text: () =>
        'Ihr Passwort wurde geändert, und auf allen anderen Geräten wurden Sie abgemeldet.',
      note: 'Wenn Sie es nicht waren, setzen Sie sofort auf der Anmeldeseite ein neues.',
    },
    passwordRemoved: {
      subject: (site) => `Ihr Passwort für ${site} wurde entfernt`,
      text: () =>
        'Ihr Passwort wurde entfernt, und auf allen anderen Geräten wurden Sie abgemeldet.',
      note: 'Wenn Sie es nicht waren, setzen Sie sofort auf der Anmeldeseite ein neues.',
    },
  },
};
