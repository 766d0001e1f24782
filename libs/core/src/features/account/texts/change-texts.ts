import type { MailTexts } from '../../../model/auth-mail.js';
import type { SessionContext } from '../../../request/context/session-context.js';

/** A page that only says something. */
interface Notice {
  readonly heading: string;
  readonly note: string;
}

/** A page with a button. */
interface Question extends Notice {
  readonly button: string;
}

/** A page with a button, about an address. */
interface QuestionAbout extends Omit<Question, 'note'> {
  /** @param address - masked */
  readonly note: (address: string) => string;
}

/** Every text about the change of an address and the end of an account, in one language. */
export interface AccountChangeTexts {
  readonly goOn: string;
  readonly back: string;
  readonly signIn: string;
  readonly deadLink: Notice & { readonly again: string };
  readonly address: Question & {
    readonly title: string;
    readonly field: string;
    readonly notAnAddress: string;
    readonly same: string;
    readonly sent: Notice;
    /** If the former mailbox has to agree too. */
    readonly sentToBoth: Notice;
    /** In the new mailbox. */
    readonly confirm: QuestionAbout;
    /** In the former mailbox. */
    readonly allow: QuestionAbout;
    /** When the browser that opens the link is not signed in as the user. */
    readonly signInFirst: Notice;
    /** One of two mailboxes has confirmed. */
    readonly waiting: Notice;
    readonly taken: Notice;
    readonly done: Notice;
    /** In a browser that is not signed in as the user. */
    readonly doneElsewhere: Notice;
    readonly undo: QuestionAbout;
    /** Another user has proven the former address meanwhile, mostly the same person. */
    readonly undoTaken: Notice & { readonly link: string };
    readonly undone: Notice;
  };
  readonly deletion: Question & {
    readonly title: string;
    readonly field: string;
    /** For somebody without an address: what they type. */
    readonly word: string;
    /** @param word - which the person types */
    readonly wordField: (word: string) => string;
    readonly wrong: string;
    readonly refused: string;
  };
  readonly mails: {
    readonly confirm: MailTexts;
    /** With {@link newAddress}. */
    readonly allow: MailTexts;
    readonly taken: MailTexts;
    /** With {@link newAddress}. */
    readonly changed: MailTexts;
    /** The change cannot be undone. With {@link newAddress}. */
    readonly changedForGood: MailTexts;
    readonly deleted: MailTexts;
  };
  /** The last sentence of some mails. @param address - masked */
  readonly newAddress: (address: string) => string;
}

/** Returns the texts in the language of the request. */
export function changeTextsOf({ language }: Pick<SessionContext, 'language'>): AccountChangeTexts {
  return (language.texts as unknown as { readonly accountChange: AccountChangeTexts })
    .accountChange;
}
