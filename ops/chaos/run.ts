// `ops/run chaos`: simulates users of a cluster whose parts fail. CHAOS_SEED repeats the order.
import { builtExample } from '../cluster/example-copy.js';
import { startCluster } from '../cluster/start-cluster.js';
import { accountsOf } from './accounts.js';
import { runChaos } from './chaos.js';

const {
  CHAOS_SEED: seed = `${Date.now() % 1_000_000}`,
  CHAOS_SECONDS: seconds = '600',
  CHAOS_PEOPLE: people = '200',
} = process.env;
const log = (line: string): void => console.log(`  ${line}`);
const cluster = await startCluster({
  script: builtExample(),
  accounts: accountsOf(Number(people)),
  clientsNameNetworks: true,
  log,
});
console.log(`\nseed ${seed}, ${people} people, ${seconds} seconds`);
const report = await runChaos({
  cluster,
  seed: Number(seed),
  people: Number(people),
  seconds: Number(seconds),
  log,
});
await cluster.close();
for (const [what, count] of report.counts) console.log(`  ${count} times: ${what}`);
for (const note of report.notes) console.log(`  ${note}`);
console.log(`  ${report.failures} requests failed while something was broken`);
const faults = [...report.faults, ...report.unexplained];
for (const fault of faults) console.error(`  FAULT ${fault}`);
process.exitCode = faults.length === 0 ? 0 : 1;
