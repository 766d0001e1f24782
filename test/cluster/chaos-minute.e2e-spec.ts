import { accountsOf } from '../../ops/chaos/accounts.js';
import { type ChaosReport, runChaos } from '../../ops/chaos/chaos.js';
import { type Cluster, startCluster } from '../../ops/cluster/start-cluster.js';
import { oneFileOf } from '../support/child/one-file.js';
import { replicationKinds } from '../support/own-replication.js';
import { describeWholly } from '../support/whole-effort.js';

const EXAMPLE = new URL('../../apps/example/src/main.ts', import.meta.url);
const PEOPLE = 12;
const [postgres] = replicationKinds;

/** A minute of `ops/run chaos`, which has no patience: how soon a part is repaired depends on the machine. */
describeWholly(postgres, 'three instances of the example whose parts fail in turn', () => {
  let cluster: Cluster;
  let report: ChaosReport;

  beforeAll(async () => {
    cluster = await startCluster({
      script: await oneFileOf(EXAMPLE),
      accounts: accountsOf(PEOPLE),
      clientsNameNetworks: true,
    });
    report = await runChaos({ cluster, seed: 7, people: PEOPLE, seconds: 60, patience: 10 });
  });
  afterAll(() => cluster?.close());

  it('show nobody a session that was ended, and lose none that was not', () => {
    expect(report.faults).toEqual([]);
  });

  it('let people sign in and out meanwhile', () => {
    expect([...report.counts.keys()]).toEqual(
      expect.arrayContaining(['signed in', 'read', 'signed out', 'tried an ended session']),
    );
  });
});
