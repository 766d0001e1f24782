import { RecordStoreAdapter } from '@authnest/record-store';
import { runAdapterContract } from '@authnest/testing';
import { someOf } from '../support/effort.js';
import { SurrealStore } from '../support/surreal-store.js';

for (const prefix of someOf([undefined, 'authjs'], 1)) {
  runAdapterContract({
    name: `RecordStoreAdapter on SurrealDB with the prefix ${prefix ?? 'nextauth (default)'}`,
    webauthn: false,
    createAdapter: async () => {
      const store = await SurrealStore.open(prefix);
      return {
        adapter: new RecordStoreAdapter(store, { prefix }),
        close: () => store.close(),
      };
    },
  });
}
