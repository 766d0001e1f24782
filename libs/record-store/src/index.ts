export { RecordStoreAdapter } from './record-store.adapter.js';

export type { RecordStoreAdapterOptions } from './record-store.adapter.js';
export type {
  FirstQuery,
  RecordFields,
  RecordFilter,
  RecordLink,
  RecordStoreClient,
  StoredRecord,
} from './record-store-client.port.js';
