import { definedOnly } from '../model/defined-only.js';
import type { MaybePromise } from '../model/maybe-promise.js';
import type { User } from '../model/user.js';

/** One input of the built-in form: its HTML attributes and its label. */
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

/** What `authorize` returns: a user whose id may also be a number, which is stored as a string. */
export type AuthorizedUser = Omit<User, 'id'> & { id?: string | number };

/** A provider that checks what the user typed. */
export interface CredentialsConfig<
  C extends Record<string, CredentialInput> = Record<string, CredentialInput>,
> {
  id: string;
  name: string;
  type: 'credentials';
  /** The inputs of the built-in form, by name. */
  credentials: C;
  /**
   * Returns the user, or null if the credentials are wrong. Receives only strings from the form.
   * @throws {CredentialsSignin} to choose the `code` that the sign-in page receives
   */
  authorize?(
    credentials: CredentialValues<C>,
    request: Request,
  ): MaybePromise<AuthorizedUser | null>;
  /**
   * Whether the ids that `authorize` returns are ids of the adapter's users, because both are one
   * table. Otherwise an equal id is the id of somebody else.
   * @default false
   */
  usersOfAdapter?: boolean;
  /**
   * Name of the feature that the provider needs, and that may verify a sign-in in place of
   * `authorize`; set by packages.
   */
  feature?: string;
  options?: Partial<Omit<CredentialsConfig<C>, 'type' | 'options'>>;
}

/** Declares sign-in by user name and password, or by anything else that `authorize` checks. */
export function Credentials<C extends Record<string, CredentialInput>>(
  config: Partial<Omit<CredentialsConfig<C>, 'type' | 'options'>> &
    Pick<CredentialsConfig<C>, 'authorize'>,
): CredentialsConfig<C> {
  return {
    id: 'credentials',
    name: 'Credentials',
    credentials: {} as C,
    ...definedOnly(config),
    type: 'credentials',
  };
}
