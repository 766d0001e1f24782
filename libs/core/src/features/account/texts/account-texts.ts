import type { MailTexts } from '../../../model/auth-mail.js';

/** The words of a mail about a way to sign in. */
export interface WayMailTexts extends Required<Omit<MailTexts, 'text'>> {
  /** @param way - name of the provider, or {@link AccountTexts.passkey} */
  readonly text: (way: string) => string;
}

/** What the browser and the system of a session are called. */
export interface NamedDevice {
  readonly browser: string;
  readonly system: string;
}

/** Every text of the account page and of its mails, in one language. */
export interface AccountTexts {
  readonly title: string;
  readonly heading: string;
  /** @param name - of the user, or the address */
  readonly signedInAs: (name: string) => string;
  readonly goBack: (site: string) => string;
  readonly signOut: string;
  /** What has just been done. */
  readonly done: {
    readonly profile: string;
    readonly unlinked: string;
    readonly passkeyRenamed: string;
    readonly passkeyRemoved: string;
    readonly sessions: string;
  };
  /** What was wrong. */
  readonly faults: {
    readonly lastWayIn: string;
    readonly notFound: string;
    readonly name: string;
    readonly image: string;
    readonly passkeyName: string;
    readonly other: string;
  };
  readonly profile: {
    readonly heading: string;
    readonly name: string;
    readonly image: string;
    readonly imageHint: string;
    readonly save: string;
  };
  readonly address: {
    readonly heading: string;
    readonly confirmed: string;
    readonly unconfirmed: string;
    readonly newAddress: string;
    readonly newAddressHint: string;
    readonly change: string;
  };
  readonly ways: {
    readonly heading: string;
    readonly since: (time: string) => string;
    readonly onlyWay: string;
    readonly disconnect: string;
    readonly disconnectFrom: (provider: string) => string;
    readonly connect: (provider: string) => string;
    readonly password: string;
    readonly changePassword: string;
  };
  readonly passkey: string;
  readonly passkeys: {
    readonly heading: string;
    readonly note: string;
    readonly name: string;
    readonly rename: string;
    readonly renameNamed: (name: string) => string;
    readonly remove: string;
    readonly removeNamed: (name: string) => string;
    readonly add: string;
    readonly synced: string;
    readonly oneDevice: string;
    readonly failed: string;
    readonly known: string;
    readonly unsupported: string;
  };
  readonly sessions: {
    readonly heading: string;
    readonly here: string;
    readonly device: (device: NamedDevice) => string;
    readonly unknown: string;
    readonly since: (time: string) => string;
    readonly lastUsed: (time: string) => string;
    readonly signOut: string;
    readonly signOutOf: (device: string) => string;
    readonly signOutOthers: string;
  };
  readonly export: { readonly heading: string; readonly note: string; readonly button: string };
  readonly deletion: { readonly heading: string; readonly note: string; readonly button: string };
  readonly mails: { readonly wayAdded: WayMailTexts; readonly wayRemoved: WayMailTexts };
}
