import type { MigrationInterface } from 'typeorm';

/** A migration for the `migrations` of a DataSource. */
export type MigrationClass = new () => MigrationInterface;
