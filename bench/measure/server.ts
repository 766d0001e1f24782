import { Child } from '../process/child.js';
import type { ServerOptions, ServerQuestions } from '../server/server-questions.js';

export type Server = Child<ServerQuestions>;

/** Starts a server on core 0. @param profileDir - directory for its V8 profile */
export function startServer(options: ServerOptions, profileDir?: string): Server {
  const { application, platform } = options;
  const name = `${application}-${platform}-${Date.now()}.cpuprofile`;
  const nodeFlags =
    profileDir === undefined
      ? []
      : ['--cpu-prof', `--cpu-prof-dir=${profileDir}`, `--cpu-prof-name=${name}`];
  return Child.start('server/main.js', { core: 0, argument: options, nodeFlags });
}
