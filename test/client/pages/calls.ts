import * as auth from '@authnest/client';
import * as passkey from '@authnest/client/passkey';

declare global {
  /** What the tests call in the page. */
  var calls: typeof auth & typeof passkey;
}

globalThis.calls = { ...auth, ...passkey };
