import { createApp } from 'vue';
import Account from './account.vue';

createApp(Account).mount('main');
