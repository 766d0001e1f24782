import './calls.js';
import { createAuthClient } from '@authnest/client';
import { shown } from './shown.js';

const client = createAuthClient({ channel: 'next-auth' });
const root = document.querySelector('main')!;
root.innerHTML = '<p role="status"></p>';
client.onSession((state) => {
  root.querySelector('p')!.textContent = shown(state);
});
Object.assign(globalThis.calls, client);
