import type {
  FirstQuery,
  RecordFields,
  RecordLink,
  RecordStoreClient,
  StoredRecord,
} from '@authnest/record-store';
import { createNodeEngines } from '@surrealdb/node';
import { DateTime, RecordId, Surreal } from 'surrealdb';

/** SurrealDB in this process's memory, with the unique keys from docs/adapters.md. */
export class SurrealStore implements RecordStoreClient {
  private constructor(private readonly db: Surreal) {}

  static async open(prefix = 'nextauth'): Promise<SurrealStore> {
    const db = new Surreal({ engines: createNodeEngines() });
    await db.connect('mem://', { namespace: 'test', database: 'test' });
    await db.query(schemaOf(prefix));
    return new SurrealStore(db);
  }

  async create(collection: string, fields: RecordFields): Promise<StoredRecord> {
    const content = valuesOf(fields);
    return this.one('CREATE type::table($collection) CONTENT $content', { collection, content });
  }

  async read(collection: string, id: string): Promise<StoredRecord | null> {
    return this.find('SELECT * FROM $id', { id: new RecordId(collection, id) });
  }

  async first(
    collection: string,
    { filter, links = [] }: FirstQuery,
  ): Promise<StoredRecord | null> {
    const names = Object.keys(filter);
    const values = Object.values(valuesOf(filter)).map((value, index) => [`value${index}`, value]);
    const where = names.map((name, index) => `${name} = $value${index}`).join(' AND ');
    const fetch = links.length > 0 ? ` FETCH ${links.join(', ')}` : '';
    const found = await this.find(
      `SELECT * FROM type::table($collection) WHERE ${where} LIMIT 1${fetch}`,
      { collection, ...Object.fromEntries(values) },
    );
    return found;
  }

  async update(collection: string, id: string, fields: RecordFields): Promise<StoredRecord | null> {
    const content = valuesOf(fields);
    return this.find('UPDATE $id MERGE $content', { id: new RecordId(collection, id), content });
  }

  async delete(collection: string, id: string): Promise<StoredRecord | null> {
    return this.find('DELETE $id RETURN BEFORE', { id: new RecordId(collection, id) });
  }

  async count(collection: string): Promise<number> {
    const [rows] = await this.db.query<[unknown[]]>('SELECT id FROM type::table($collection)', {
      collection,
    });
    return rows.length;
  }

  /** Removes the database first, because an index that is still defined keeps the process alive. */
  async close(): Promise<void> {
    await this.db.query('REMOVE DATABASE test');
    await this.db.close();
  }

  private async one(query: string, values: Record<string, unknown>): Promise<StoredRecord> {
    const record = await this.find(query, values);
    if (!record) throw new Error('the store returned nothing');
    return record;
  }

  private async find(query: string, values: Record<string, unknown>): Promise<StoredRecord | null> {
    const [rows] = await this.db.query<[Record<string, unknown>[]]>(query, values);
    const [row] = rows;
    return row ? recordOf(row) : null;
  }
}

/** Defines each table, because otherwise a look-up in an empty collection is an error. */
function schemaOf(prefix: string): string {
  const unique = {
    users: ['email'],
    accounts: ['provider, providerAccountId'],
    sessions: ['sessionToken'],
    users_accounts: ['account'],
    users_sessions: ['session'],
    verificationTokens: ['identifier, token'],
  };
  return Object.entries(unique)
    .flatMap(([name, keys]) => [
      `DEFINE TABLE ${prefix}_${name}`,
      ...keys.map((fields) => `DEFINE INDEX key ON ${prefix}_${name} FIELDS ${fields} UNIQUE`),
    ])
    .join('; ');
}

function valuesOf(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(fields).map(([name, value]) => [
    name,
    isLink(value) ? new RecordId(value.collection, value.id) : value,
  ]);
  return Object.fromEntries(entries) as Record<string, unknown>;
}

function isLink(value: unknown): value is RecordLink {
  return typeof value === 'object' && value !== null && 'collection' in value;
}

function recordOf(row: Record<string, unknown>): StoredRecord {
  const entries = Object.entries(row).map(([name, value]) => [name, plain(name, value)]);
  return Object.fromEntries(entries) as StoredRecord;
}

/** Converts ids, dates and fetched links to plain values, and omits other links. */
function plain(name: string, value: unknown): unknown {
  if (value instanceof RecordId) return name === 'id' ? String(value.id) : undefined;
  if (value instanceof DateTime) return value.toDate();
  if (typeof value === 'object' && value !== null && 'id' in value) {
    return recordOf(value as Record<string, unknown>);
  }
  return value;
}
