// `ops/run siege`: prints the cost of hostile requests compared with an ordinary one, and fails if
// it is too high.
import { randomBytes } from 'node:crypto';
import { type SiegeCost, siege } from './siege.js';

/** Number of requests of each kind. */
const count = Number(process.env['SIEGE_REQUESTS'] ?? 20_000);
/** The maximum cost of a hostile request, in ordinary requests. */
const MOST_TIMES = 5;
/** Maximum growth of the heap in the second half of a kind, in bytes; compilers need some. */
const MOST_GROWTH = 1_500_000;

const broken: string[] = [];

function line({ name, sent, cpu, host, ratio, growth }: SiegeCost): string {
  const cells = [
    `${sent}`.padStart(6),
    `${cpu.toFixed(2)} ms`.padStart(10),
    `${host.toFixed(2)} ms`.padStart(10),
    `${ratio.toFixed(1)} times`.padStart(12),
    `${(growth / 1e6).toFixed(1)} MB`.padStart(9),
  ];
  return `${name.padEnd(56)}${cells.join('')}`;
}

for (const platform of ['express', 'fastify'] as const) {
  console.log(
    `\n${platform}: requests; CPU of one, and of the same bytes at a route that does nothing;`,
  );
  console.log('what we add, in ordinary requests; growth of the heap');
  const secret = randomBytes(32).toString('hex');
  await siege({ platform, secret }, { count, mostTimes: MOST_TIMES }, (cost) => {
    console.log(line(cost));
    const tooDear = cost.ratio > MOST_TIMES || cost.growth > MOST_GROWTH;
    if (tooDear) broken.push(`${platform}: ${cost.name}`);
  });
}

if (broken.length > 0) {
  console.error(`\nbeyond ${MOST_TIMES} ordinary requests, or growing:\n${broken.join('\n')}`);
  process.exitCode = 1;
}
