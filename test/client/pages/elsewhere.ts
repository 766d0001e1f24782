import './calls.js';
import { type AuthClient, createAuthClient } from '@authnest/client';
import { shown } from './shown.js';

declare global {
  /** Origin of the API. */
  var api: string;
  var elsewhere: AuthClient;
}

globalThis.elsewhere = createAuthClient({ baseUrl: `${globalThis.api}/auth` });
const main = document.querySelector('main')!;
main.innerHTML = '<p role="status"></p>';
globalThis.elsewhere.onSession((state) => {
  main.querySelector('p')!.textContent = shown(state);
});
