import type { Session } from '@authnest/client';
import { auth } from '@authnest/client/vue';
import { createSSRApp } from 'vue';
import Account from './account.vue';

export function appFor(session: Session | null | undefined) {
  return createSSRApp(Account).use(auth, { session });
}
