// `ops/run cluster`: runs several instances of the example behind a load balancer.
import { once } from 'node:events';
import { DEMO_USERS } from '../../apps/example/src/users/demo-users.js';
import { builtExample } from './example-copy.js';
import { startCluster } from './start-cluster.js';

const cluster = await startCluster({
  script: builtExample(),
  log: (line) => console.log(`  ${line}`),
});
const [user] = DEMO_USERS;
console.log(`
  Example            ${cluster.url}
  Identity provider  ${cluster.provider.issuer}
  Mail inbox         ${cluster.inbox.url}

  Sign in as ${user?.email} with ${user?.password}, and end any of the processes above.
  Stop with Ctrl+C.
`);
await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
console.log('  Stopping ...');
await cluster.close();
