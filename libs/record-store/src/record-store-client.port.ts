/** A link to a record of another collection. */
export interface RecordLink {
  readonly collection: string;
  readonly id: string;
}

/** What is written: texts, numbers, Dates, links, and null for no value. Absent means untouched. */
export type RecordFields = Readonly<Record<string, string | number | Date | RecordLink | null>>;

/**
 * A record as the store has it. Its own base fields, beside the id, are not read.
 * A date may be a `Date` or an ISO 8601 text.
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

/** Which record is looked for, and what comes with it. */
export interface FirstQuery {
  readonly filter: RecordFilter;
  /** Link fields that hold the whole linked record in the answer, or null where it is gone. */
  readonly links?: readonly string[];
}

/**
 * The five operations of a record store that the adapter needs. Each rejects when the store cannot
 * be reached.
 * @see docs/design/wire-contract.md 13.4
 */
export interface RecordStoreClient {
  /** The store gives the id. Rejects when a unique key is taken. */
  create(collection: string, fields: RecordFields): Promise<StoredRecord>;
  /** Null for an id that is unknown or none at all. */
  read(collection: string, id: string): Promise<StoredRecord | null>;
  first(collection: string, query: FirstQuery): Promise<StoredRecord | null>;
  /** Changes the given fields and answers with the whole record. Null, and no new record, when there is none. */
  update(collection: string, id: string, fields: RecordFields): Promise<StoredRecord | null>;
  /** Of several callers that delete one record, one gets it and the others null. */
  delete(collection: string, id: string): Promise<StoredRecord | null>;
}
