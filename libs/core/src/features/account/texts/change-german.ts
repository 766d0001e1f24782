import type { AccountChangeTexts } from './change-texts.js';

/** The texts in German. */
export const german: AccountChangeTexts = {
  back: 'Zurück zu Ihrem Konto',
  goOn: 'Weiter',
  signIn: 'Anmelden',
  deadLink: {
    heading: 'Dieser Link gilt nicht mehr',
    note: 'Er wurde schon benutzt oder ersetzt, oder er ist abgelaufen.',
    again: 'Von vorn beginnen',
  },
  address: {
    title: 'E-Mail-Adresse ändern',
    heading: 'E-Mail-Adresse ändern',
    note: 'Wir schicken einen Link an die neue Adresse. Bis Sie ihm gefolgt sind, ändert sich nichts.',
    field: 'Neue E-Mail-Adresse',
    button: 'Link schicken',
    notAnAddress: 'Geben Sie eine E-Mail-Adresse ein.',
    same: 'Das ist schon Ihre E-Mail-Adresse.',
    sent: {
      heading: 'Sehen Sie in Ihr Postfach',
      note: 'Wir haben einen Link an die neue Adresse geschickt. Folgen Sie ihm in diesem Browser. Wenn er nicht ankommt, sehen Sie im Spam-Ordner nach.',
    },
    sentToBoth: {
      heading: 'Sehen Sie in beide Postfächer',
      note: 'Wir haben je einen Link an die neue und an die bisherige Adresse geschickt. Es ändert sich nichts, bis Sie beiden gefolgt sind, dem an die neue Adresse in diesem Browser.',
    },
    confirm: {
      heading: 'Ist das Ihre neue Adresse?',
      note: (address) =>
        `Ihr Konto bekommt die Adresse ${address}, und auf allen anderen Geräten werden Sie abgemeldet.`,
      button: 'Adresse bestätigen',
    },
    allow: {
      heading: 'Wollen Sie Ihre Adresse ändern?',
      note: (address) =>
        `Jemand, der bei Ihrem Konto angemeldet ist, möchte die Adresse zu ${address} ändern. Wenn Sie es nicht waren, bestätigen Sie nicht: Melden Sie sich an, und beenden Sie Ihre anderen Sitzungen.`,
      button: 'Adresse ändern',
    },
    signInFirst: {
      heading: 'Melden Sie sich zuerst an',
      note: 'Öffnen Sie diesen Link in dem Browser, in dem Sie die neue Adresse angegeben haben, oder melden Sie sich hier an. Der Link gilt weiter.',
    },
    waiting: {
      heading: 'Noch ein Schritt',
      note: 'Diese Adresse ist bestätigt. Folgen Sie auch dem Link in der anderen E-Mail, dann ändert sich Ihre Adresse.',
    },
    taken: {
      heading: 'Diese Adresse ist vergeben',
      note: 'Sie gehört inzwischen zu einem anderen Konto. Ihre Adresse hat sich nicht geändert.',
    },
    done: {
      heading: 'Ihre Adresse ist geändert',
      note: 'Auf allen anderen Geräten sind Sie abgemeldet.',
    },
    doneElsewhere: {
      heading: 'Ihre Adresse ist geändert',
      note: 'Sie sind auf allen Geräten abgemeldet. Melden Sie sich wieder an.',
    },
    undo: {
      heading: 'Adresse zurückholen?',
      note: (address) =>
        `Ihr Konto bekommt die Adresse ${address} wieder, und Sie werden auf allen Geräten abgemeldet. Ihr Passwort und Anmeldewege, die seit der Änderung dazukamen, werden entfernt.`,
      button: 'Änderung rückgängig machen',
    },
    undoTaken: {
      heading: 'Sie haben ein zweites Konto',
      note: 'Nach der Änderung hat sich jemand mit dieser Adresse angemeldet, meist Sie selbst. Dabei entstand ein weiteres Konto. Löschen Sie es, und öffnen Sie dann den Link in der E-Mail noch einmal.',
      link: 'Zu diesem Konto',
    },
    undone: {
      heading: 'Ihre Adresse ist wieder da',
      note: 'Sie sind auf allen Geräten abgemeldet. Ihr Passwort und Anmeldewege, die seit der Änderung dazukamen, wurden entfernt. Wenn Sie ein Passwort hatten, setzen Sie ein neues.',
    },
  },
  deletion: {
    title: 'Konto löschen',
    heading: 'Konto löschen',
    note: 'Alles, was dazugehört, wird sofort gelöscht. Das lässt sich nicht rückgängig machen.',
    button: 'Konto löschen',
    field: 'Ihre E-Mail-Adresse, zur Bestätigung',
    word: 'löschen',
    wordField: (word) => `Geben Sie zur Bestätigung „${word}“ ein`,
    wrong: 'Das ist nicht, was hier stehen soll. Es wurde nichts gelöscht.',
    refused: 'Ihr Konto lässt sich jetzt nicht löschen. Bitte wenden Sie sich an uns.',
  },
  mails: {
    confirm: {
      subject: (site) => `Ihre neue E-Mail-Adresse bei ${site}`,
      text: (life) =>
        `Bestätigen Sie in dem Browser, in dem Sie angemeldet sind, dass das Ihre Adresse ist. Das geht einmal, innerhalb von ${life}.`,
      button: 'Adresse bestätigen',
      note: 'Wenn Sie das nicht wollten, ignorieren Sie diese E-Mail. Dann ändert sich nichts.',
    },
    allow: {
      subject: (site) => `E-Mail-Adresse bei ${site} ändern?`,
      text: (life) =>
        `Jemand, der bei Ihrem Konto angemeldet ist, vielleicht Sie, möchte die Adresse ändern. Mit diesem Link erlauben Sie es. Er gilt einmal, innerhalb von ${life}.`,
      button: 'Änderung ansehen',
      note: 'Wenn Sie es nicht waren, folgen Sie dem Link nicht: Melden Sie sich an, und beenden Sie Ihre anderen Sitzungen. Ohne ihn ändert sich nichts.',
    },
    taken: {
      subject: (site) => `Sie haben schon ein Konto bei ${site}`,
      text: () =>
        'Jemand, vielleicht Sie, wollte diese Adresse einem anderen Konto geben. Sie gehört zu Ihrem, und dabei bleibt es.',
      note: 'Wenn Sie es nicht waren, ignorieren Sie diese E-Mail. Es hat sich nichts geändert.',
    },
    changed: {
      subject: (site) => `Ihre E-Mail-Adresse bei ${site} wurde geändert`,
      text: (life) =>
        `Ihr Konto hat jetzt eine andere E-Mail-Adresse. Wenn Sie das nicht waren, machen Sie es innerhalb von ${life} rückgängig.`,
      button: 'Änderung rückgängig machen',
      note: 'Wenn Sie sie selbst geändert haben, ist nichts zu tun.',
    },
    changedForGood: {
      subject: (site) => `Ihre E-Mail-Adresse bei ${site} wurde geändert`,
      text: () => 'Ihr Konto hat jetzt eine andere E-Mail-Adresse.',
      note: 'Wenn Sie das nicht waren, wenden Sie sich sofort an uns.',
    },
    deleted: {
      subject: (site) => `Ihr Konto bei ${site} ist gelöscht`,
      text: () => 'Ihr Konto wurde gelöscht, mit allem, was dazugehörte.',
      note: 'Wenn Sie das nicht waren, wenden Sie sich sofort an uns.',
    },
  },
  newAddress: (address) => `Die neue Adresse ist ${address}.`,
};
