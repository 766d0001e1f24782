/** A link to a record of another collection. */
export interface RecordLink {
  readonly collection: string;
  readonly id: string;
}

/** The values to write: strings, numbers, Dates, links, and null for no value. Absent fields stay as they are. */
export type RecordFields = Readonly<Record<string, string | number | Date | RecordLink | null>>;

/**
 * A record as the store has it. Its own base fields, beside the id, are not read.
 * A date may be a `Date` or an ISO 8601 string.
 */
export interface StoredRecord {
  readonly id: string;
  readonly [field: string]: unknown;
}

/**
 * Values that all must be equal, case and accents included: by field (`email`), or by a field of a
 * linked record (`session.sessionToken`).
 */
export type RecordFilter = Readonly<Record<string, string | RecordLink>>;

/** The record to find, and the linked records to load with it. */
export interface FirstQuery {
  readonly filter: RecordFilter;
  /** Link fields that hold the whole linked record in the result, or null where it is gone. */
  readonly links?: readonly string[];
}

/**
 * The five operations of a record store that the adapter needs. Each rejects when the store cannot
 * be reached.
 * @see docs/design/wire-contract.md 13.4
 */
export interface RecordStoreClient {
  /** The store assigns the id. Rejects when a unique key is taken. */
  create(collection: string, fields: RecordFields): Promise<StoredRecord>;
  /** Null for an unknown or malformed id. */
  read(collection: string, id: string): Promise<StoredRecord | null>;
  first(collection: string, query: FirstQuery): Promise<StoredRecord | null>;
  /** Changes the given fields and returns the whole record. Null when there is no such record; creates none. */
  update(collection: string, id: string, fields: RecordFields): Promise<StoredRecord | null>;
  /** If several callers delete the same record, one gets it and the others get null. */
  delete(collection: string, id: string): Promise<StoredRecord | null>;
}
