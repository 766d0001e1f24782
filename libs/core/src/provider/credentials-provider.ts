import type { MaybePromise } from '../model/maybe-promise.js';
import type { User } from '../model/user.js';

/** One input of the built-in form: HTML attributes, and the text beside it. */
export interface CredentialInput {
  /** @default the input's name */
  label?: string;
  /** @default 'text' */
  type?: string;
  placeholder?: string;
  required?: boolean;
  autocomplete?: string;
  value?: string;
  [attribute: string]: string | number | boolean | undefined;
}

/** What `authorize` receives: the form's fields, untrusted. */
export type CredentialValues<C extends Record<string, CredentialInput>> = Partial<
  Record<keyof C & string, string>
>;

/** A provider that checks what the person typed. */
export interface CredentialsConfig<
  C extends Record<string, CredentialInput> = Record<string, CredentialInput>,
> {
  id: string;
  name: string;
  type: 'credentials';
  /** The inputs of the built-in form, by name. */
  credentials: C;
  /**
   * Returns the user, or null where the credentials are wrong. Only string fields of the form arrive.
   * @throws {CredentialsSignin} to choose the `code` that the sign-in page gets
   */
  authorize?(credentials: CredentialValues<C>, request: Request): MaybePromise<User | null>;
  options?: Partial<Omit<CredentialsConfig<C>, 'type' | 'options'>>;
}

/** Declares sign-in by name and password, or whatever `authorize` checks. */
export function Credentials<C extends Record<string, CredentialInput>>(
  config: Partial<Omit<CredentialsConfig<C>, 'type' | 'options'>> &
    Pick<CredentialsConfig<C>, 'authorize'>,
): CredentialsConfig<C> {
  return {
    id: 'credentials',
    name: 'Credentials',
    credentials: {} as C,
    ...config,
    type: 'credentials',
  };
}
