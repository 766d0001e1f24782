/**
 * A person who signs in. Augment it to type your own columns:
 * `declare module '@authnest/core' { interface User { role?: string } }`.
 * @see specification, Resources, User
 */
export interface User {
  id?: string;
  name?: string | null;
  email?: string | null;
  image?: string | null;
}
