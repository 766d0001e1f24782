/**
 * A user who signs in. Augment it to type your own columns, in a file that imports the package:
 * `declare module '@authnest/core' { interface User { role?: string } }`.
 * @see docs/design/wire-contract.md 16.1
 */
export interface User {
  id?: string;
  name?: string | null;
  email?: string | null;
  image?: string | null;
}
