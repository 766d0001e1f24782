import './calls.js';
import { mount, unmount } from 'svelte';
import Page from './page.svelte';

const app = mount(Page, {
  target: document.querySelector('main')!,
  props: { session: globalThis.handedOver },
});
addEventListener('unmount', () => void unmount(app));
