import type { MigrationInterface } from 'typeorm';

/** A migration as the `migrations` of a DataSource want it. */
export type MigrationClass = new () => MigrationInterface;
