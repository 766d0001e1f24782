/** Adds a passkey with `@authnest/client`, and shows the page again. */
export const PASSKEYS_SCRIPT = `
import { registerPasskey } from '/assets/client/passkey.js';

const button = document.querySelector('#add');
const status = document.querySelector('[role=status]');

button.addEventListener('click', async () => {
  status.textContent = '';
  const result = await registerPasskey();
  if (result.ok) location.reload();
  else status.textContent = result.error === 'InvalidStateError'
    ? 'This device already has a passkey for your account.'
    : 'No passkey was added.';
});
`;
