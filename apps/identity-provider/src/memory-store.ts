import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';

interface StoredRecord {
  readonly model: string;
  readonly payload: AdapterPayload;
  readonly expiresAt: number;
}

/**
 * Creates a store in memory for the state of one provider (clients, sessions, codes, tokens,
 * grants). Each provider in a process has its own. Every write removes expired records.
 */
export function createMemoryStore(): AdapterFactory {
  const records = new Map<string, StoredRecord>();

  return (model) => createModelStore(model, records);
}

function createModelStore(model: string, records: Map<string, StoredRecord>): Adapter {
  const keyOf = (id: string): string => `${model}:${id}`;

  const findWhere = (matches: (payload: AdapterPayload) => boolean): AdapterPayload | undefined =>
    [...records.values()].find(
      (record) => record.model === model && isAlive(record) && matches(record.payload),
    )?.payload;

  return {
    async upsert(id, payload, expiresIn = Infinity) {
      removeWhere(records, (record) => !isAlive(record));
      records.set(keyOf(id), { model, payload, expiresAt: Date.now() + expiresIn * 1000 });
    },
    find: async (id) => {
      const record = records.get(keyOf(id));
      return record && isAlive(record) ? record.payload : undefined;
    },
    findByUid: async (uid) => findWhere((payload) => payload.uid === uid),
    findByUserCode: async (userCode) => findWhere((payload) => payload.userCode === userCode),
    async consume(id) {
      const record = records.get(keyOf(id));
      if (record) record.payload.consumed = Math.floor(Date.now() / 1000);
    },
    async destroy(id) {
      records.delete(keyOf(id));
    },
    async revokeByGrantId(grantId) {
      // An interaction refers to its grant too, but is still needed to create the next grant.
      const isToken = ({ model: kind }: StoredRecord): boolean => kind !== 'Interaction';
      removeWhere(records, (record) => isToken(record) && record.payload.grantId === grantId);
    },
  };
}

function isAlive(record: StoredRecord): boolean {
  return record.expiresAt > Date.now();
}

function removeWhere(
  records: Map<string, StoredRecord>,
  matches: (record: StoredRecord) => boolean,
): void {
  for (const [key, record] of records) if (matches(record)) records.delete(key);
}
