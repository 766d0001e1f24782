import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Type } from '@nestjs/common';
import { databaseApplication } from './database.application.js';
import type { StatementCounter } from './statement-counter.js';

/** An application with sessions in an SQLite file, which is deleted when the process exits. */
export function sqliteApplication(counter: StatementCounter | undefined): Type {
  const directory = mkdtempSync(join(tmpdir(), 'authnest-bench-'));
  process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
  const database = join(directory, 'bench.sqlite');
  return databaseApplication({ type: 'better-sqlite3', database, enableWAL: true }, counter);
}
