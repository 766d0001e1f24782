import { RecordStoreAdapter } from '@authnest/record-store';
import { SurrealStore } from '../support/surreal-store.js';
import { describeSignIn } from './sign-in-story.js';

describe('@authnest/record-store on SurrealDB', () => {
  describeSignIn(async () => {
    const store = await SurrealStore.open();
    return {
      adapter: new RecordStoreAdapter(store),
      count: (kind) => store.count(`nextauth_${kind}`),
      close: () => store.close(),
    };
  });
});
