import './calls.js';
import { onSession } from '@authnest/client';
import { createAuthClient } from '@authnest/client';
import { shown } from './shown.js';

const root = document.querySelector('main')!;
root.innerHTML = '<p role="status"></p>';
const show = root.querySelector('p')!;
const listen =
  globalThis.handedOver === undefined
    ? onSession
    : createAuthClient().handOver(globalThis.handedOver).onSession;
const stop = listen((state) => {
  show.textContent = shown(state);
});
addEventListener('unmount', stop);
