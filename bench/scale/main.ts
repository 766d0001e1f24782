import { once } from 'node:events';
import { table } from '../report/table.js';
import { type InstancesCost, measureInstances } from './measure-instances.js';
import { measureSizes, type SizesCost } from './measure-sizes.js';
import { parseScaleOptions } from './options.js';
import { type Population, withPopulations } from './populations.js';
import { redisBytes } from './redis.js';

const options = parseScaleOptions(process.argv.slice(2));
for (const settings of ['default', 'recommended'] as const) {
  console.log(`Redis, ${settings}: ${(await redisBytes(settings)).toFixed(0)} bytes per session`);
}
await withPopulations(options.sizes, async (populations) => {
  console.log(bytesOf(populations));
  if (options.hold) {
    console.log('The databases are filled. Press Enter to start measuring.');
    await once(process.stdin, 'data');
    process.stdin.destroy();
  }
  for (const platform of options.platforms) {
    const { rounds } = options;
    console.log(`\n${platform} on Node ${process.versions.node}\n`);
    const costs = await measureSizes(populations, { platform, rounds });
    console.log(reportOf(populations, costs));
    console.log(`\nStatements of a sign-in: ${JSON.stringify(costs.statements)}`);
    const [, second = populations[0]] = populations;
    if (!second) continue;
    const { url: databaseUrl, tokens } = second;
    for (const application of ['bare', 'postgres'] as const) {
      const instances = { application, platform, databaseUrl, tokens, rounds };
      console.log(`\n${application}: ${describe(await measureInstances(instances))}`);
    }
  }
});

function describe({ one, apart, sharing, times }: InstancesCost): string {
  const rows = (['apart', 'sharing'] as const).map((key) => [
    key === 'apart' ? 'a core each' : 'one core for all',
    { apart, sharing }[key].median.toFixed(0),
    `${times[key].median.toFixed(2)} (${times[key].lower.toFixed(2)}–${times[key].upper.toFixed(2)})`,
  ]);
  return (
    `one instance needs ${one.median.toFixed(0)} µs per request.\n` +
    table([
      ['Three instances', 'CPU µs per request', 'Times as many requests (target 2.7)'],
      ...rows,
    ])
  );
}

function bytesOf(populations: readonly Population[]): string {
  const rows = populations.map(({ sessions, bytes }) => [
    sessions.toLocaleString('en'),
    bytes.session.toFixed(0),
    bytes.user.toFixed(0),
  ]);
  return table([['Sessions', 'Bytes per session', 'Bytes per user'], ...rows]);
}

function reportOf(populations: readonly Population[], { guarded, signIn }: SizesCost): string {
  const flows = [guarded, signIn].flatMap((costs, kind) =>
    costs.map((cost, at) => {
      const first = costs[0] ?? cost;
      const more = (cost.app.median + cost.database) / (first.app.median + first.database) - 1;
      return [
        kind === 0 ? 'guarded request' : 'sign-in',
        populations[at]?.sessions.toLocaleString('en') ?? '',
        `${cost.app.median.toFixed(0)} (${cost.app.lower.toFixed(0)}–${cost.app.upper.toFixed(0)})`,
        cost.database.toFixed(0),
        `${(more * 100).toFixed(0)} %`,
        cost.p50Ms.toFixed(1),
        `${cost.connections}`,
      ];
    }),
  );
  const head = ['', 'Sessions', 'CPU µs (quartiles)', 'CPU µs of PostgreSQL', 'More', 'p50 ms'];
  return table([[...head, 'Connections'], ...flows]);
}
