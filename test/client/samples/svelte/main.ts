import { mount } from 'svelte';
import Account from './account.svelte';

mount(Account, { target: document.querySelector('main')! });
