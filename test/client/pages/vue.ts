import './calls.js';
import { auth, useSession } from '@authnest/client/vue';
import { createApp, defineComponent, h } from 'vue';
import { shown } from './shown.js';

const Status = defineComponent({
  setup() {
    const session = useSession();
    return () => h('p', { role: 'status' }, shown(session.value));
  },
});

const app = createApp(Status).use(auth, { session: globalThis.handedOver });
app.mount('main');
addEventListener('unmount', () => app.unmount());
