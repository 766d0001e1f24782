import * as auth from 'next-auth/react';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { shown } from './shown.js';

let update;

function Status() {
  const { status, data, update: own } = auth.useSession();
  update = own;
  return createElement('p', { role: 'status' }, shown({ status, session: data }));
}

const root = createRoot(document.querySelector('main'));
const provided = { basePath: '/auth', session: globalThis.handedOver };
root.render(createElement(auth.SessionProvider, provided, createElement(Status)));
addEventListener('unmount', () => root.unmount());
globalThis.calls = { ...auth, updateSession: (data) => update(data) };
