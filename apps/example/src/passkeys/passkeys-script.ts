/** Adds a passkey: fetches options, lets the browser create the passkey, and posts it as a form. */
export const PASSKEYS_SCRIPT = `
const button = document.querySelector('#add');
const status = document.querySelector('[role=status]');

async function json(url, options) {
  const response = await fetch(url, options);
  if (!response.ok) throw new Error(url + ' responded with ' + response.status);
  return response.json();
}

function post(url, fields) {
  const form = Object.assign(document.createElement('form'), { method: 'post', action: url });
  for (const [name, value] of Object.entries(fields)) {
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
  }
  document.body.append(form);
  form.submit();
}

async function add() {
  const options = await json('/passkeys/options', { method: 'POST' });
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = await navigator.credentials.create({ publicKey });
  const { csrfToken } = await json('/auth/csrf');
  const data = JSON.stringify(credential);
  post('/auth/callback/passkey', { csrfToken, action: 'register', data, callbackUrl: '/passkeys' });
}

button.addEventListener('click', () => {
  status.textContent = '';
  add().catch((error) => {
    status.textContent = error.name === 'InvalidStateError'
      ? 'This device already has a passkey for your account.'
      : 'No passkey was added.';
  });
});
`;
