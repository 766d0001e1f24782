/** What a user reads about a failure. */
export interface ErrorTexts {
  /** Heading of the error page. */
  readonly heading: string;
  /** One or two sentences; the box on the sign-in page shows them without the heading. */
  readonly text: string;
}

/** The words above a form. */
export interface PageWords {
  /** Title of the browser tab. */
  readonly title: string;
  readonly heading: string;
  /** @param site - name or host of the application */
  readonly note: (site: string) => string;
}

/**
 * Texts that features add: each feature augments this interface.
 * @example `declare module '@authnest/core' { interface AuthFeatureTexts { terms: TermsTexts } }`
 */
export interface AuthFeatureTexts {}

/**
 * Every text that a user reads on a built-in page or in the sign-in mail, in one language.
 * Functions receive and return plain text, which is escaped when it is shown.
 */
export interface Texts {
  readonly signIn: {
    /** Title of the browser tab. */
    readonly title: string;
    readonly heading: string;
    /** @param site - name or host of the application */
    readonly continueTo: (site: string) => string;
    /** On the button below a password. */
    readonly signIn: string;
    /** On a button. @param provider - its `name` */
    readonly continueWith: (provider: string) => string;
    /** On the button of the only email provider. */
    readonly continueWithEmail: string;
    /** On the same button next to a password. */
    readonly emailLink: string;
    readonly usePasskey: string;
    /** On the element that unfolds the password form. */
    readonly usePassword: string;
    /** On the element that unfolds the rest of a long list of providers. */
    readonly moreWays: string;
    /** Between two ways to sign in. */
    readonly or: string;
    /** Label of the field that mail, passkeys and passwords share. */
    readonly emailLabel: string;
    /** Label of a field `username` for which none is configured. */
    readonly usernameLabel: string;
    /** Label of a field `password` for which none is configured. */
    readonly passwordLabel: string;
    readonly forgotPassword: string;
    /** Before `createAccount`. */
    readonly newHere: string;
    readonly createAccount: string;
    readonly createPasskey: string;
    /** Below `createPasskey`. */
    readonly whyPasskey: string;
    /** Label of the button that reveals a password; it is pressed while the password is visible. */
    readonly showPassword: string;
    /** Shown if a link was requested without an address. */
    readonly enterEmail: string;
    readonly terms: string;
    readonly privacy: string;
    readonly passkeyFailed: string;
    /** Shown if the device already has a passkey. */
    readonly passkeyExists: string;
    /** Shown if passkeys are the only way to sign in and the browser has none, or no JavaScript. */
    readonly needsPasskeys: string;
    /** Shown if the configuration lists no provider. */
    readonly noProviders: string;
    /** Shown to somebody who is signed in already. @param name - or address */
    readonly signedInAs: (name: string) => string;
    /** The link to where a sign-in would lead. */
    readonly goOn: string;
  };
  /** On the page on which a user proves again who they are. */
  readonly reauthenticate: PageWords;
  readonly signOut: {
    readonly title: string;
    readonly heading: string;
    /** @param site - name or host of the application */
    readonly note: (site: string) => string;
    /** The heading after a sign-out that was refused. */
    readonly failed: string;
    readonly signOut: string;
    readonly stay: string;
  };
  /** Replaces the sign-out page if nobody is signed in. */
  readonly signedOut: {
    readonly title: string;
    readonly heading: string;
    /** @param site - name or host of the application */
    readonly note: (site: string) => string;
    readonly signIn: string;
  };
  /** On the page that is shown after a mail has been sent. */
  readonly verifyRequest: {
    readonly title: string;
    readonly heading: string;
    /** Shown if the address is no longer known. */
    readonly note: string;
    /** @param address - as typed in this browser */
    readonly noteTo: (address: string) => string;
    readonly sentAgain: string;
    readonly sendAgain: string;
    /** On a link to the sign-in page. */
    readonly otherAddress: string;
  };
  /** On the page that is shown before an emailed link signs in. */
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
    /** For a sign-in that ended at the provider, by the user or by the provider. */
    readonly Cancelled: ErrorTexts;
    readonly OAuthAccountNotLinked: ErrorTexts;
    readonly AccountNotLinked: ErrorTexts;
    /** For a way to sign in that cannot be removed. */
    readonly LastWayIn: ErrorTexts;
    readonly EmailSignin: ErrorTexts;
    readonly CredentialsSignin: ErrorTexts;
    readonly SessionRequired: ErrorTexts;
    readonly MissingCSRF: ErrorTexts;
    readonly RateLimited: ErrorTexts;
    readonly FreshAuthRequired: ErrorTexts;
    readonly TooManySessions: ErrorTexts;
    readonly WebAuthnVerificationError: ErrorTexts;
    /** For a path without an endpoint. */
    readonly NotFound: ErrorTexts;
    /** For a form that was sent by another site. */
    readonly UntrustedOrigin: ErrorTexts;
    /** For a session that could not be read or ended; the next attempt may succeed. */
    readonly Unavailable: ErrorTexts;
  };
  readonly site: {
    /** On a link. @param site - name or host of the application */
    readonly goTo: (site: string) => string;
    /** Label of a page's links for screen readers. */
    readonly ways: string;
    /** Replaces the host if it is not known. */
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
  /** In the grammatical form that follows `in` and `within` in a sentence. */
  readonly durations: {
    readonly seconds: (count: number) => string;
    readonly minutes: (count: number) => string;
    readonly hours: (count: number) => string;
    readonly days: (count: number) => string;
  };
}

/** Key of the texts for an `error` value. */
export type ErrorKey = keyof Texts['errors'];

/** The texts of an application: those of core and of its features. */
export type AllTexts = Texts & AuthFeatureTexts;

/** Some texts of a language; the others keep their defaults. */
export type TextOverrides = DeepPartial<AllTexts>;

type DeepPartial<T> = T extends (...args: never[]) => unknown
  ? T
  : T extends object
    ? { readonly [K in keyof T]?: DeepPartial<T[K]> }
    : T;
