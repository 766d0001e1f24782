import { Child } from '../process/child.js';
import type { ServerOptions, ServerQuestions } from '../server/server-questions.js';

export type Server = Child<ServerQuestions>;

/**
 * Keeps a collection of the whole heap from falling between the start and the load. On Node 20 it
 * may make each `process.nextTick` up to a microsecond slower for the life of the process, which was
 * a tenth of a guarded request: whether it came there depended on the size of the application.
 */
const LARGE_HEAP = '--initial-heap-size=256';

/** Starts a server on core 0. */
export function startServer(options: ServerOptions): Server {
  return Child.start('server/main.js', { core: 0, argument: options });
}

/** As {@link startServer}, for the CPU time of requests. @param profileDir - for its V8 profile */
export function startLoadedServer(options: ServerOptions, profileDir?: string): Server {
  const { application, platform } = options;
  const name = `${application}-${platform}-${Date.now()}.cpuprofile`;
  const profile =
    profileDir === undefined
      ? []
      : ['--cpu-prof', `--cpu-prof-dir=${profileDir}`, `--cpu-prof-name=${name}`];
  const nodeFlags = [LARGE_HEAP, ...profile];
  return Child.start('server/main.js', { core: 0, argument: options, nodeFlags });
}
