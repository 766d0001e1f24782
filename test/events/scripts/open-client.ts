import { MemoryAdapter } from '@authnest/testing';
import { platforms, TestApp } from '../../support/test-app.js';

// Serves an application in which something is left open, such as a client of Redis, and which shuts
// down as docs/deployment.md recommends. Prints its address. Argument: platform.
const [, , name] = process.argv;
setInterval(() => {}, 60_000);

const { url } = await TestApp.start({
  platform: platforms().find((known) => known === name) ?? 'express',
  config: { adapter: new MemoryAdapter() },
  configure: (nest) => nest.enableShutdownHooks([], { useProcessExit: true }),
});
console.log(url);
