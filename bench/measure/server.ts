import { Child } from '../process/child.js';
import type { ServerOptions, ServerQuestions } from '../server/server-questions.js';

export type Server = Child<ServerQuestions>;

/**
 * Keeps a collection of the whole heap from falling between the start and the load. On Node 20 it
 * may make each `process.nextTick` up to a microsecond slower for the life of the process, which was
 * a tenth of a guarded request: whether it came there depended on the size of the application.
 */
const LARGE_HEAP = '--initial-heap-size=256';

/** How a server process is started. */
interface StartOptions {
  /** Directory for its V8 profile. */
  readonly profileDir?: string | undefined;
  /** @default a heap that is large from the start; none where memory is measured */
  readonly nodeFlags?: readonly string[];
}

/** Starts a server on core 0. */
export function startServer(
  options: ServerOptions,
  { profileDir, nodeFlags = [LARGE_HEAP] }: StartOptions = {},
): Server {
  const { application, platform } = options;
  const name = `${application}-${platform}-${Date.now()}.cpuprofile`;
  const profile =
    profileDir === undefined
      ? []
      : ['--cpu-prof', `--cpu-prof-dir=${profileDir}`, `--cpu-prof-name=${name}`];
  return Child.start('server/main.js', {
    core: 0,
    argument: options,
    nodeFlags: [...nodeFlags, ...profile],
  });
}
