import './calls.js';
import { AuthProvider, useSession } from '@authnest/client/react';
import { createElement, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { shown } from './shown.js';

function Status() {
  return createElement('p', { role: 'status' }, shown(useSession()));
}

const root = createRoot(document.querySelector('main')!);
const provider = createElement(
  AuthProvider,
  { session: globalThis.handedOver },
  createElement(Status),
);
root.render(createElement(StrictMode, null, provider));
addEventListener('unmount', () => root.unmount());
