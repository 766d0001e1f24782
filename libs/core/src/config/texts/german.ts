import type { Texts } from '../../model/texts.js';

/** The texts in German. */
export const germanTexts: Texts = {
  signIn: {
    title: 'Anmelden',
    heading: 'Anmelden',
    continueTo: (site) => `weiter zu ${site}`,
    signIn: 'Anmelden',
    continueWith: (provider) => `Weiter mit ${provider}`,
    continueWithEmail: 'Weiter mit E-Mail',
    emailLink: 'Link per E-Mail schicken',
    usePasskey: 'Passkey verwenden',
    usePassword: 'Passwort verwenden',
    moreWays: 'Weitere Möglichkeiten',
    or: 'oder',
    emailLabel: 'E-Mail-Adresse',
    usernameLabel: 'Benutzername',
    passwordLabel: 'Passwort',
    forgotPassword: 'Passwort vergessen?',
    newHere: 'Neu hier?',
    createAccount: 'Konto erstellen',
    createPasskey: 'Passkey erstellen',
    whyPasskey:
      'Damit melden Sie sich ohne Passwort an: mit Fingerabdruck, Gesicht oder Bildschirmsperre.',
    showPassword: 'Passwort anzeigen',
    enterEmail: 'Geben Sie Ihre E-Mail-Adresse ein.',
    terms: 'Nutzungsbedingungen',
    privacy: 'Datenschutz',
    passkeyFailed:
      'Es wurde kein Passkey verwendet. Versuchen Sie es noch einmal oder melden Sie sich anders an.',
    passkeyExists:
      'Auf diesem Gerät gibt es schon einen Passkey für Sie. Melden Sie sich damit an.',
    needsPasskeys:
      'Hier melden Sie sich mit einem Passkey an. Dazu sind JavaScript und ein Browser nötig, der Passkeys unterstützt.',
    noProviders: 'Hier kann sich noch niemand anmelden.',
    signedInAs: (name) => `Sie sind als ${name} angemeldet.`,
    goOn: 'Weiter',
  },
  reauthenticate: {
    title: 'Bitte bestätigen',
    heading: 'Bitte bestätigen',
    note: (site) => `${site} fragt nach, bevor etwas Wichtiges geschieht.`,
  },
  signOut: {
    title: 'Abmelden',
    heading: 'Möchten Sie sich abmelden?',
    note: (site) => `Um bei ${site} weiterzumachen, müssen Sie sich neu anmelden.`,
    failed: 'Sie sind noch angemeldet',
    signOut: 'Abmelden',
    stay: 'Angemeldet bleiben',
  },
  signedOut: {
    title: 'Abmelden',
    heading: 'Sie sind abgemeldet',
    note: (site) => `In diesem Browser ist bei ${site} niemand angemeldet.`,
    signIn: 'Anmelden',
  },
  verifyRequest: {
    title: 'E-Mail gesendet',
    heading: 'Sehen Sie in Ihrem Postfach nach',
    note: 'Wir haben Ihnen eine E-Mail mit einem Link zur Anmeldung geschickt. Wenn sie nicht ankommt, sehen Sie auch im Spam-Ordner nach.',
    noteTo: (address) =>
      `Wir haben eine E-Mail mit einem Link zur Anmeldung an ${address} geschickt. Wenn sie nicht ankommt, sehen Sie auch im Spam-Ordner nach.`,
    sentAgain: 'Wir haben die E-Mail noch einmal geschickt.',
    sendAgain: 'Noch einmal senden',
    otherAddress: 'Andere Adresse verwenden',
  },
  confirm: {
    title: 'Anmeldung bestätigen',
    heading: (address) => `Als ${address} fortfahren?`,
    note: (site) =>
      `Der Link aus Ihrem Postfach meldet Sie bei ${site} an. Wenn Sie ihn nicht angefordert haben, verlassen Sie diese Seite.`,
    signIn: 'Anmelden',
    notMe: 'Das bin ich nicht',
  },
  error: {
    title: 'Fehler',
    signIn: 'Anmelden',
    tooManyAttempts: (time) => `Zu viele Versuche. Versuchen Sie es in ${time} noch einmal.`,
  },
  errors: {
    Default: {
      heading: 'Etwas ist schiefgegangen',
      text: 'Die Anmeldung konnte nicht abgeschlossen werden. Bitte versuchen Sie es gleich noch einmal.',
    },
    Configuration: {
      heading: 'Die Anmeldung ist nicht verfügbar',
      text: 'Auf unserer Seite stimmt etwas nicht. Bitte versuchen Sie es später noch einmal.',
    },
    AccessDenied: {
      heading: 'Kein Zugang',
      text: 'Mit diesem Konto können Sie sich hier nicht anmelden. Sie können es mit einem anderen versuchen.',
    },
    Verification: {
      heading: 'Dieser Link gilt nicht mehr',
      text: 'Er wurde schon verwendet oder ist abgelaufen. Fordern Sie auf der Anmeldeseite einen neuen an.',
    },
    Signin: {
      heading: 'Sie sind nicht angemeldet',
      text: 'Das hat nicht geklappt. Versuchen Sie es noch einmal oder verwenden Sie ein anderes Konto.',
    },
    Cancelled: {
      heading: 'Sie sind nicht angemeldet',
      text: 'Die Anmeldung wurde beim Anbieter abgebrochen. Versuchen Sie es noch einmal oder melden Sie sich anders an.',
    },
    OAuthAccountNotLinked: {
      heading: 'Melden Sie sich wie gewohnt an',
      text: 'Sie haben sich früher auf einem anderen Weg angemeldet. Nehmen Sie diesen Weg, damit wir wissen, dass Sie es sind.',
    },
    FreshAuthRequired: {
      heading: 'Bestätigen Sie, dass Sie es sind',
      text: 'Es wurde nichts geändert. Bestätigen Sie, dass Sie es sind, und versuchen Sie es dann noch einmal.',
    },
    TooManySessions: {
      heading: 'Sie sind nicht angemeldet',
      text: 'Sie sind auf zu vielen Geräten angemeldet. Melden Sie sich auf einem davon ab und versuchen Sie es dann noch einmal.',
    },
    AccountNotLinked: {
      heading: 'Dieser Passkey passt nicht',
      text: 'Dieser Passkey oder diese Adresse gehört schon zu einem Konto. Melden Sie sich auf einem anderen Weg an und fügen Sie dann einen Passkey hinzu.',
    },
    LastWayIn: {
      heading: 'Anders können Sie sich nicht anmelden',
      text: 'Es wurde nichts entfernt. Fügen Sie zuerst einen anderen Weg zur Anmeldung hinzu.',
    },
    EmailSignin: {
      heading: 'Die E-Mail wurde nicht gesendet',
      text: 'Die E-Mail konnte nicht gesendet werden. Prüfen Sie die Adresse und versuchen Sie es noch einmal.',
    },
    CredentialsSignin: {
      heading: 'Sie sind nicht angemeldet',
      text: 'Diese Angaben stimmen nicht. Prüfen Sie sie und versuchen Sie es noch einmal.',
    },
    SessionRequired: {
      heading: 'Sie sind nicht angemeldet',
      text: 'Bitte melden Sie sich an, um diese Seite zu sehen.',
    },
    MissingCSRF: {
      heading: 'Bitte noch einmal',
      text: 'Diese Seite war zu lange offen, oder Ihr Browser blockiert Cookies. Versuchen Sie es noch einmal.',
    },
    RateLimited: {
      heading: 'Bitte warten Sie etwas',
      text: 'Zu viele Versuche. Warten Sie etwas, bevor Sie es noch einmal versuchen.',
    },
    WebAuthnVerificationError: {
      heading: 'Der Passkey wurde nicht angenommen',
      text: 'Ihr Passkey konnte nicht geprüft werden. Versuchen Sie es noch einmal.',
    },
    NotFound: {
      heading: 'Seite nicht gefunden',
      text: 'Unter dieser Adresse gibt es keine Seite.',
    },
    UntrustedOrigin: {
      heading: 'Diese Anfrage kam von einer anderen Website',
      text: 'Zu Ihrem Schutz wurde nichts ausgeführt. Wenn Sie fortfahren möchten, beginnen Sie auf unserer Website von vorn.',
    },
    Unavailable: {
      heading: 'Das geht gerade nicht',
      text: 'Auf unserer Seite stimmt etwas nicht. Bitte versuchen Sie es gleich noch einmal.',
    },
  },
  site: {
    ways: 'So geht es weiter',
    goTo: (site) => `Weiter zu ${site}`,
    // Dative, as in every sentence with the name of a site.
    unknown: 'dieser Website',
  },
  mail: {
    subject: (site) => `Anmeldung bei ${site}`,
    openLink: (life) =>
      `Öffnen Sie diesen Link, um sich anzumelden. Er gilt einmal, innerhalb von ${life}:`,
    pressButton: (life) =>
      `Mit der Schaltfläche melden Sie sich an. Das geht einmal, innerhalb von ${life}.`,
    button: 'Anmelden',
    ignoreLink:
      'Wenn Sie diese E-Mail nicht angefordert haben, ignorieren Sie sie. Ohne den Link kommt niemand hinein.',
    ignoreButton:
      'Wenn Sie diese E-Mail nicht angefordert haben, ignorieren Sie sie. Ohne die Schaltfläche kommt niemand hinein.',
  },
  // Dative, which `in` and `innerhalb von` require.
  durations: {
    seconds: (count) => (count === 1 ? '1 Sekunde' : `${count} Sekunden`),
    minutes: (count) => (count === 1 ? '1 Minute' : `${count} Minuten`),
    hours: (count) => (count === 1 ? '1 Stunde' : `${count} Stunden`),
    days: (count) => (count === 1 ? '1 Tag' : `${count} Tagen`),
  },
};
