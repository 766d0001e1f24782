/**
 * The script that runs passkey forms in the browser. It is the same string on every page, so that
 * one hash allows it; whatever differs is in `data-` attributes. It contains no double quote,
 * ampersand or less-than sign, so that the escaping renderer leaves it unchanged.
 *
 * On load it offers passkeys in the autofill of the field if the browser supports that. On submit
 * it fetches options from the server, passes them to the browser, and posts the result as a form.
 * @see WebAuthn Level 3 section 5.1
 */
export const WEBAUTHN_SCRIPT = `
'use strict';
(() => {
  const toText = (buffer) => {
    const binary = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join('');
    return btoa(binary).replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=+$/, '');
  };
  const toBytes = (text) => {
    const binary = atob(text.replace(/-/g, '+').replace(/_/g, '/'));
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  };
  const withBytes = (entry) => ({ ...entry, id: toBytes(entry.id) });
  const readable = (options) => {
    const result = { ...options, challenge: toBytes(options.challenge) };
    if (options.user) result.user = withBytes(options.user);
    for (const list of ['allowCredentials', 'excludeCredentials']) {
      if (options[list]) result[list] = options[list].map(withBytes);
    }
    return result;
  };
  const serialize = (credential) => {
    const response = {};
    for (const name of ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle']) {
      const value = credential.response[name];
      if (value) response[name] = toText(value);
    }
    if (credential.response.getTransports) response.transports = credential.response.getTransports();
    return JSON.stringify({
      id: credential.id,
      rawId: toText(credential.rawId),
      type: credential.type,
      authenticatorAttachment: credential.authenticatorAttachment || undefined,
      clientExtensionResults: credential.getClientExtensionResults(),
      response,
    });
  };
  let waiting;
  const stopWaiting = () => {
    if (waiting) waiting.abort();
    waiting = undefined;
  };
  const fetchOptions = async (form, action, fields, signal) => {
    const query = new URLSearchParams(fields);
    if (action) query.set('action', action);
    const headers = { accept: 'application/json' };
    const response = await fetch(form.dataset.options + '?' + query, { headers, signal });
    if (response.status === 403) await proveFirst(await response.json());
    if (!response.ok) throw new Error('options: ' + response.status);
    return response.json();
  };
  // The server asks for a newer proof of who the user is; the page is shown again afterwards.
  const proveFirst = ({ url }) => {
    if (!url) return undefined;
    const page = new URL(url);
    page.searchParams.set('callbackUrl', location.href);
    location.assign(page.href);
    return new Promise(() => undefined);
  };
  const post = (form, action, data) => {
    // The fields of this form are posted anyway.
    const fields = form.dataset.fields ? filledFields(form) : [];
    for (const [name, value] of [...fields, ['action', action], ['data', data]]) {
      const input = document.createElement('input');
      Object.assign(input, { type: 'hidden', name, value });
      form.append(input);
    }
    form.submit();
  };
  const fieldsOf = (form) => {
    const asking = form.dataset.fields ? document.getElementById(form.dataset.fields) : form;
    return [...asking.querySelectorAll('input[data-form-field]')];
  };
  const filledFields = (form) => {
    return fieldsOf(form).filter((input) => input.value !== '').map((input) => [input.name, input.value]);
  };
  const areValid = (form) => fieldsOf(form).every((input) => input.reportValidity());
  const say = (form, text) => {
    form.querySelector('[role=status]').textContent = text;
  };
  const submit = async (form, asked) => {
    stopWaiting();
    say(form, '');
    if (asked === 'register') if (!areValid(form)) return;
    const { action, options } = await fetchOptions(form, asked, filledFields(form));
    if (action === 'register') {
      if (!areValid(form)) return;
      sessionStorage.setItem('passkey-rp', options.rp.id);
    }
    const publicKey = readable(options);
    const credential = action === 'register'
      ? await navigator.credentials.create({ publicKey })
      : await navigator.credentials.get({ publicKey });
    post(form, action, serialize(credential));
  };
  const offerInAutofill = async (form) => {
    stopWaiting();
    const own = new AbortController();
    waiting = own;
    // A click ends this request too: its response would replace the challenge of the click.
    const { action, options } = await fetchOptions(form, 'authenticate', [], own.signal);
    // The challenge expires after a quarter of an hour, but a page may stay open longer.
    const renewal = setTimeout(() => offerInAutofill(form).catch(() => undefined), 600000);
    own.signal.addEventListener('abort', () => clearTimeout(renewal));
    const credential = await navigator.credentials.get({
      publicKey: readable(options),
      mediation: 'conditional',
      signal: own.signal,
    });
    post(form, action, serialize(credential));
  };
  const canAutofill = async () => {
    const { isConditionalMediationAvailable: available } = PublicKeyCredential;
    return available ? available.call(PublicKeyCredential) : false;
  };
  const restart = async (form) => {
    if (form.dataset.autofill === 'true') if (await canAutofill()) await offerInAutofill(form);
  };
  // Nobody can sign in with a passkey that was refused, so the device need not offer it.
  const forget = async ({ dataset: { unknown: credentialId } }) => {
    const rpId = sessionStorage.getItem('passkey-rp');
    if (!credentialId || !rpId || !PublicKeyCredential.signalUnknownCredential) return;
    await PublicKeyCredential.signalUnknownCredential({ rpId, credentialId });
  };
  if (!window.PublicKeyCredential) return;
  for (const part of document.querySelectorAll('[data-passkeys]')) part.hidden = false;
  for (const part of document.querySelectorAll('[data-without-passkeys]')) part.hidden = true;
  for (const form of document.querySelectorAll('form[data-options]')) {
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const buttons = [...form.elements].filter((element) => element.localName === 'button');
      const action = event.submitter ? event.submitter.value : buttons[0].value;
      for (const button of buttons) button.disabled = true;
      submit(form, action)
        .catch((error) => {
          say(form, error.name === 'InvalidStateError' ? form.dataset.known : form.dataset.failed);
        })
        .finally(() => {
          for (const button of buttons) button.disabled = false;
        });
    });
    forget(form).catch(() => undefined);
    restart(form).catch(() => undefined);
  }
})();
`.trim();
