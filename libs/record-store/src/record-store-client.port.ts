/** A link to a record in another collection. */
export interface RecordLink {
  readonly collection: string;
  readonly id: string;
}

/**
 * The values to write: strings, numbers, Dates, links, and null for no value. Absent fields are not
 * changed.
 */
export type RecordFields = Readonly<Record<string, string | number | Date | RecordLink | null>>;

/**
 * A record as the store returns it. Apart from the id, the store's own base fields are ignored. A
 * date may be a `Date` or an ISO 8601 string.
 */
export interface StoredRecord {
  readonly id: string;
  readonly [field: string]: unknown;
}

/**
 * Values that must all match exactly, case and accents included. A key is a field (`email`), or a
 * field of a linked record (`session.sessionToken`).
 */
export type RecordFilter = Readonly<Record<string, string | RecordLink>>;

/** The record to find, and the linked records to load with it. */
export interface FirstQuery {
  readonly filter: RecordFilter;
  /** Link fields that contain the whole linked record in the result, or null if it is deleted. */
  readonly links?: readonly string[];
}

/**
 * The five operations of a record store that the adapter needs. Each rejects if the store cannot be
 * reached.
 * @see docs/design/wire-contract.md 13.4
 */
export interface RecordStoreClient {
  /** The store assigns the id. Rejects if a unique key is taken. */
  create(collection: string, fields: RecordFields): Promise<StoredRecord>;
  /** Resolves with null for an unknown or malformed id. */
  read(collection: string, id: string): Promise<StoredRecord | null>;
  first(collection: string, query: FirstQuery): Promise<StoredRecord | null>;
  /**
   * Changes the given fields. Resolves with the whole record, or with null if there is no such
   * record; never creates one.
   */
  update(collection: string, id: string, fields: RecordFields): Promise<StoredRecord | null>;
  /** If several callers delete the same record, one gets it and the others get null. */
  delete(collection: string, id: string): Promise<StoredRecord | null>;
}
