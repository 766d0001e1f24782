/**
 * The script of the sign-in form, which works without it: shows and hides a password, requires an
 * address before a link is mailed, and counts down until the next attempt. It must not contain `<`,
 * `>`, `&` or double quotes except where the renderer leaves them alone.
 */
export const FORM_SCRIPT = `
'use strict';
(() => {
  for (const button of document.querySelectorAll('[data-reveal]')) {
    const input = document.getElementById(button.dataset.reveal);
    const show = (shown) => {
      input.type = shown ? 'text' : 'password';
      button.setAttribute('aria-pressed', shown);
    };
    button.hidden = false;
    button.addEventListener('click', () => show(input.type === 'password'));
    // Browsers remember what is typed into a text field.
    input.form.addEventListener('submit', () => show(false));
  }
  for (const button of document.querySelectorAll('button[formnovalidate]')) {
    button.addEventListener('click', (event) => {
      if (!button.form.elements.email.reportValidity()) event.preventDefault();
    });
  }
  for (const clock of document.querySelectorAll('[data-wait]')) {
    const end = Date.now() + clock.dataset.wait * 1000;
    const tick = () => {
      const left = Math.max(0, Math.ceil((end - Date.now()) / 1000));
      clock.textContent = Math.floor(left / 60) + ':' + String(left % 60).padStart(2, '0');
      clock.parentElement.hidden = left === 0;
      if (left !== 0) setTimeout(tick, 250);
    };
    clock.hidden = false;
    tick();
  }
})();
`.trim();
