/** What a column stores. */
export type FeatureColumnKind =
  /** The id of a user. */
  | 'reference'
  /** Up to 255 characters, compared exactly. */
  | 'identifier'
  /** Up to 255 characters. */
  | 'string'
  /** Up to 65,535 bytes. */
  | 'text'
  /** A `Date`, with milliseconds. */
  | 'timestamp'
  | 'boolean'
  /** A whole number from 0 to 2^32 - 1. */
  | 'counter';

/** A table that a feature adds to the store. */
export interface FeatureTable {
  /** Without the prefix that the application chooses, such as `passwords`. */
  readonly table: string;
  /** The columns beside the primary key `id`, which the store makes. */
  readonly columns: Readonly<
    Record<string, { readonly kind: FeatureColumnKind; readonly nullable?: true }>
  >;
  /** Unique keys, as lists of columns. */
  readonly unique: readonly (readonly string[])[];
  /** Columns that rows are looked up by, beside those of unique keys. */
  readonly indexed: readonly (readonly string[])[];
  /** Present if rows belong to the user in `userId`, with whom they are deleted. */
  readonly owner?: { readonly onDelete: 'CASCADE' };
  /** Milliseconds since the epoch; places its migration among the others. */
  readonly since: number;
}

/** A row of a {@link FeatureTable}. */
export type FeatureRow = Readonly<Record<string, unknown>>;

/** The rows of a table whose columns have these values, which are strings. */
export interface FeatureRows {
  readonly table: FeatureTable;
  readonly key: Readonly<Record<string, string>>;
}
