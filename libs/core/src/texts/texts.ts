/** What a person reads about a failure. */
export interface ErrorTexts {
  /** Of the error page. */
  readonly heading: string;
  /** One or two sentences; the box on the sign-in page shows them without the heading. */
  readonly text: string;
}

/**
 * Every text that a person reads on a built-in page or in the sign-in mail, in one language. Functions
 * get plain text and return plain text: what they return is escaped where it is shown.
 */
export interface Texts {
  readonly signIn: {
    /** Of the browser's tab. */
    readonly title: string;
    readonly heading: string;
    /** @param site - name or host of the application */
    readonly continueTo: (site: string) => string;
    /** On the button below a password. */
    readonly signIn: string;
    /** On a button. @param provider - its `name` */
    readonly continueWith: (provider: string) => string;
    /** On the button of the one way by mail. */
    readonly continueWithEmail: string;
    /** The same beside a password, where the mailed link is the other way. */
    readonly emailLink: string;
    readonly usePasskey: string;
    /** Unfolds the fields of a password. */
    readonly usePassword: string;
    /** Unfolds the providers after the first few of many. */
    readonly moreWays: string;
    /** Between two ways to sign in. */
    readonly or: string;
    /** Of the field that mail, passkeys and passwords share. */
    readonly emailLabel: string;
    /** Of a field `username` without a label. */
    readonly usernameLabel: string;
    /** Of a field `password` without a label. */
    readonly passwordLabel: string;
    readonly forgotPassword: string;
    /** Before `createAccount`. */
    readonly newHere: string;
    readonly createAccount: string;
    readonly createPasskey: string;
    readonly terms: string;
    readonly privacy: string;
    readonly passkeyFailed: string;
    /** Where the device has a passkey already. */
    readonly passkeyExists: string;
    /** Where the configuration lists no provider. */
    readonly noProviders: string;
  };
  readonly signOut: {
    readonly title: string;
    readonly heading: string;
    /** @param site - name or host of the application */
    readonly note: (site: string) => string;
    readonly signOut: string;
    readonly stay: string;
  };
  /** In place of the question, where nobody is signed in. */
  readonly signedOut: {
    readonly title: string;
    readonly heading: string;
    /** @param site - name or host of the application */
    readonly note: (site: string) => string;
    readonly signIn: string;
  };
  /** After a mail was sent. */
  readonly verifyRequest: {
    readonly title: string;
    readonly heading: string;
    /** Where the browser does not know the address any more. */
    readonly note: string;
    /** @param address - masked, such as `v•••@corp.example` */
    readonly noteTo: (address: string) => string;
    readonly sentAgain: string;
    readonly sendAgain: string;
    /** On a link to the sign-in page. */
    readonly otherAddress: string;
  };
  /** Before a mailed link signs in. */
  readonly confirm: {
    readonly title: string;
    /** @param address - masked, such as `v•••@corp.example` */
    readonly heading: (address: string) => string;
    /** @param site - name or host of the application */
    readonly note: (site: string) => string;
    readonly signIn: string;
    readonly notMe: string;
  };
  readonly error: {
    readonly title: string;
    readonly signIn: string;
    /** @param time - such as `4 minutes` */
    readonly tooManyAttempts: (time: string) => string;
  };
  /** By the value of `error` in the URL; see {@link ErrorKey}. */
  readonly errors: {
    /** For a value that is missing or unknown. */
    readonly Default: ErrorTexts;
    readonly Configuration: ErrorTexts;
    readonly AccessDenied: ErrorTexts;
    readonly Verification: ErrorTexts;
    /** For every failed sign-in at a provider. */
    readonly Signin: ErrorTexts;
    readonly OAuthAccountNotLinked: ErrorTexts;
    readonly AccountNotLinked: ErrorTexts;
    readonly EmailSignin: ErrorTexts;
    readonly CredentialsSignin: ErrorTexts;
    readonly SessionRequired: ErrorTexts;
    readonly MissingCSRF: ErrorTexts;
    readonly RateLimited: ErrorTexts;
    readonly TooManySessions: ErrorTexts;
    readonly WebAuthnVerificationError: ErrorTexts;
    /** A form that was sent by another site. */
    readonly UntrustedOrigin: ErrorTexts;
    /** The session could not be read or ended; the next attempt may succeed. */
    readonly Unavailable: ErrorTexts;
  };
  readonly site: {
    /** On a link. @param site - name or host of the application */
    readonly goTo: (site: string) => string;
    /** Names the links of a page to screen readers. */
    readonly ways: string;
    /** In place of the host, where it is not known. */
    readonly unknown: string;
  };
  readonly mail: {
    /** Subject and heading. @param site - name or host of the application */
    readonly subject: (site: string) => string;
    /** In plain text, above the link. @param life - such as `10 minutes` */
    readonly openLink: (life: string) => string;
    /** In HTML, above the button. @param life - such as `10 minutes` */
    readonly pressButton: (life: string) => string;
    readonly button: string;
    readonly ignoreLink: string;
    readonly ignoreButton: string;
  };
  /** In the form that follows `in` and `within` in a sentence. */
  readonly durations: {
    readonly seconds: (count: number) => string;
    readonly minutes: (count: number) => string;
    readonly hours: (count: number) => string;
    readonly days: (count: number) => string;
  };
}

/** Which texts an `error` value has. */
export type ErrorKey = keyof Texts['errors'];

/** Some texts of a language; the others stay as they are. */
export type TextOverrides = DeepPartial<Texts>;

type DeepPartial<T> = T extends (...args: never[]) => unknown
  ? T
  : T extends object
    ? { readonly [K in keyof T]?: DeepPartial<T[K]> }
    : T;
