import type { MailTexts } from '@authnest/core/feature';
import type { Weakness } from '../policy/password-policy.js';

/** Every text of the pages and mails about passwords, in one language. */
export interface PasswordTexts {
  readonly email: string;
  readonly password: string;
  readonly newPassword: string;
  readonly currentPassword: string;
  /** @param count - the fewest characters */
  readonly atLeast: (count: number) => string;
  readonly signIn: string;
  readonly goOn: string;
  readonly weak: Readonly<Record<Weakness, string>>;
  readonly notAnAddress: string;
  /** After the name of a field. */
  readonly fieldTooLong: string;
  readonly wrongPassword: string;
  readonly wrongCode: string;
  readonly deadLink: { readonly heading: string; readonly note: string };
  readonly register: {
    readonly title: string;
    readonly heading: string;
    /** @param site - name or host of the application */
    readonly note: (site: string) => string;
    readonly button: string;
    readonly haveAccount: string;
  };
  readonly confirm: {
    readonly title: string;
    readonly heading: string;
    readonly note: string;
    readonly code: string;
    readonly button: string;
    readonly hereHeading: string;
    /** After the link, in the browser that registered. @param address - masked */
    readonly here: (address: string) => string;
    /** In another browser. @param address - masked */
    readonly elsewhere: (address: string) => string;
    readonly finish: string;
    readonly again: string;
  };
  readonly known: { readonly heading: string; readonly note: string };
  readonly forgot: {
    readonly title: string;
    readonly heading: string;
    readonly note: string;
    readonly button: string;
    readonly sent: string;
    readonly sentNote: string;
  };
  readonly reset: {
    readonly title: string;
    readonly heading: string;
    /** @param address - masked */
    readonly note: (address: string) => string;
    readonly button: string;
    readonly done: string;
    readonly doneNote: string;
  };
  readonly change: {
    readonly title: string;
    readonly heading: string;
    readonly note: string;
    readonly button: string;
    readonly done: string;
    readonly doneNote: string;
    /** For somebody who signs in and has to choose another password. */
    readonly due: string;
    readonly none: string;
    readonly noneNote: string;
    readonly mailMe: string;
  };
  readonly mails: {
    readonly register: MailTexts;
    readonly alreadyRegistered: MailTexts;
    readonly reset: MailTexts;
    readonly invite: MailTexts;
    readonly passwordChanged: MailTexts;
    readonly passwordRemoved: MailTexts;
  };
}
