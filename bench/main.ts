import type { LoadQuestions } from './load/load-questions.js';
import { countStatements } from './measure/count-statements.js';
import { measureGrowth } from './measure/measure-growth.js';
import { measureShare, type Share } from './measure/measure-share.js';
import { measureStart } from './measure/measure-start.js';
import { type BenchOptions, parseOptions } from './options.js';
import { Child, isPinned } from './process/child.js';
import { reportGrowth, reportShares, reportStart, reportStatements } from './report/report.js';
import {
  type Platform,
  type ShareId,
  type StoreKind,
  stores,
  type WorkloadId,
} from './workloads.js';

const options = parseOptions(process.argv.slice(2));
const load = Child.start<LoadQuestions>('load/main.js', { core: 1 });
if (!isPinned) console.log('Server and load generator share cores: treat the ratios with care.');
try {
  for (const platform of options.platforms) await bench(platform, options);
} finally {
  await load.stop();
}

async function bench(platform: Platform, { only, growth }: BenchOptions): Promise<void> {
  console.log(`\n${platform} on Node ${process.versions.node}\n`);
  const shares: Share[] = [];
  for (const id of only.filter((name): name is ShareId => name !== 'W7')) {
    shares.push(await measureShare(id, platform, { load, options }));
  }
  if (shares.length > 0) console.log(reportShares(shares));
  for (const store of measuredStores(only)) {
    console.log(`\n${reportStatements(await countStatements(store, platform, load))}`);
    if (!growth || store === 'redis') continue;
    console.log(`\n${reportGrowth(await measureGrowth(store, platform, { load, options }))}`);
  }
  if (only.includes('W7'))
    console.log(`\n${reportStart(await measureStart(platform, { load, options }))}`);
}

function measuredStores(only: readonly WorkloadId[]): StoreKind[] {
  const workload = { postgres: 'W2', sqlite: 'W2s', redis: 'W2r' } as const;
  return stores.filter((store) => only.includes(workload[store]));
}
