import type { LoadQuestions } from './load/load-questions.js';
import { countStatements } from './measure/count-statements.js';
import { measureShare, type Share } from './measure/measure-share.js';
import { measureStart } from './measure/measure-start.js';
import { type BenchOptions, parseOptions } from './options.js';
import { Child, isPinned } from './process/child.js';
import { reportShares, reportStart, reportStatements } from './report/report.js';
import type { Platform, ShareId } from './workloads.js';

const options = parseOptions(process.argv.slice(2));
const load = Child.start<LoadQuestions>('load/main.js', { core: 1 });
if (!isPinned) console.log('Server and load generator share their cores: read ratios with care.');
try {
  for (const platform of options.platforms) await bench(platform, options);
} finally {
  await load.stop();
}

async function bench(platform: Platform, { only }: BenchOptions): Promise<void> {
  console.log(`\n${platform} on Node ${process.versions.node}\n`);
  const shares: Share[] = [];
  for (const id of only.filter((name): name is ShareId => name !== 'W7')) {
    shares.push(await measureShare(id, platform, { load, options }));
  }
  if (shares.length > 0) console.log(reportShares(shares));
  if (only.includes('W2s'))
    console.log(`\n${reportStatements(await countStatements(platform, load))}`);
  if (only.includes('W7'))
    console.log(`\n${reportStart(await measureStart(platform, { load, options }))}`);
}
