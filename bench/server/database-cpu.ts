import { readFile } from 'node:fs/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';

/** Linux reports CPU time in hundredths of a second, regardless of the kernel's tick rate. */
const TICK_MICROSECONDS = 10_000;

/**
 * Returns the CPU time of PostgreSQL's processes for this application, if they run on this machine.
 * @returns 0 for SQLite, which runs in the process of the server, and if the time cannot be read
 */
export async function databaseCpuMicroseconds(app: INestApplicationContext): Promise<number> {
  const dataSource = app.get<DataSource>(getDataSourceToken(), { strict: false });
  if (dataSource.options.type !== 'postgres') return 0;
  const rows = await dataSource.query<{ pid: number }[]>(
    'SELECT pid FROM pg_stat_activity WHERE datname = current_database()',
  );
  const ticks = await Promise.all(rows.map(({ pid }) => ticksOf(pid)));
  return ticks.reduce((sum, each) => sum + each, 0) * TICK_MICROSECONDS;
}

/** Returns the number of connections of this application to PostgreSQL. */
export async function databaseConnections(app: INestApplicationContext): Promise<number> {
  const dataSource = app.get<DataSource>(getDataSourceToken(), { strict: false });
  const [row] = await dataSource.query<{ count: string }[]>(
    'SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()',
  );
  return Number(row?.count);
}

/** Returns user and system time, in ticks. @see proc(5), /proc/pid/stat, fields 14 and 15 */
async function ticksOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
}
