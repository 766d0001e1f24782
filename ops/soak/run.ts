// `ops/run soak`: prints the resources that an application uses under load. Arguments select the
// applications whose name contains all of them: `ops/run soak express SQLite`.
import { randomBytes } from 'node:crypto';
import { type DatabaseServer, databaseServers } from '../../test/support/databases.js';
import type { SoakApp } from './soak-app.child.js';
import { soak } from './soak.js';
import type { SoakFigures } from './soak-figures.js';

const WORK = { reads: 1_000_000, signIns: 100_000, aborted: 10_000 };
const share = Number(process.env['SOAK_SHARE'] ?? 1);
const work = {
  reads: WORK.reads * share,
  signIns: WORK.signIns * share,
  aborted: WORK.aborted * share,
};

function line({ heap, resident, sockets, handles, timers }: SoakFigures): string {
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
  return (
    `heap ${megabytes(heap)}, resident ${megabytes(resident)}, ` +
    `${sockets} sockets, ${handles} handles, ${timers} timers`
  );
}

const isWanted = (name: string): boolean =>
  process.argv.slice(2).every((part) => name.includes(part));

async function run(name: string, app: Omit<SoakApp, 'secret'>): Promise<void> {
  console.log(`\n${name}: after the warm-up, then after each quarter`);
  const secret = randomBytes(32).toString('hex');
  await soak({ ...app, secret }, work, (figures) => console.log(line(figures)));
}

async function runOn(server: DatabaseServer, name: string, app: Omit<SoakApp, 'secret'>) {
  if (server.problem !== undefined) return console.log(`\n${name}: skipped, ${server.problem}`);
  const database = await server.create();
  try {
    await run(name, { ...app, database: database.url });
  } finally {
    await database.drop();
  }
}

const servers = await databaseServers();
for (const platform of ['express', 'fastify'] as const) {
  const stateless = `${platform}, sessions stateless`;
  if (isWanted(stateless)) await run(stateless, { platform, sessions: 'stateless' });
  for (const server of servers) {
    const sessions = `in ${server.name}` as const;
    const name = `${platform}, sessions ${sessions}`;
    if (isWanted(name)) await runOn(server, name, { platform, sessions });
  }
}
