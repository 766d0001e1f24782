import type {
  FirstQuery,
  RecordFields,
  RecordStoreClient,
  StoredRecord,
} from '@authnest/record-store';

/** A client that fails at a write, as if its process had ended there. */
export class InterruptedClient implements RecordStoreClient {
  constructor(
    private readonly client: RecordStoreClient,
    /** Number of writes that still succeed; the next one fails. */
    public writesLeft: number,
  ) {}

  async create(collection: string, fields: RecordFields): Promise<StoredRecord> {
    this.write();
    return this.client.create(collection, fields);
  }

  read(collection: string, id: string): Promise<StoredRecord | null> {
    return this.client.read(collection, id);
  }

  first(collection: string, query: FirstQuery): Promise<StoredRecord | null> {
    return this.client.first(collection, query);
  }

  async update(collection: string, id: string, fields: RecordFields): Promise<StoredRecord | null> {
    this.write();
    return this.client.update(collection, id, fields);
  }

  async delete(collection: string, id: string): Promise<StoredRecord | null> {
    this.write();
    return this.client.delete(collection, id);
  }

  private write(): void {
    if (this.writesLeft === 0) throw new Error('the process ended here');
    this.writesLeft -= 1;
  }
}
