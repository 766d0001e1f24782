// `npm run soak`: prints what an application holds while it is under load.
import { randomBytes } from 'node:crypto';
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

for (const platform of ['express', 'fastify'] as const) {
  for (const sessions of ['stateless', 'in SQLite'] as const) {
    console.log(`\n${platform}, sessions ${sessions}: after the warm-up, then after each quarter`);
    const secret = randomBytes(32).toString('hex');
    await soak({ platform, sessions, secret }, work, (figures) => console.log(line(figures)));
  }
}
