import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { Account } from './account.js';

createRoot(document.querySelector('main')!).render(createElement(Account));
