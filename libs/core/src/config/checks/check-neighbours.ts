import { AuthError } from '../../errors/auth.error.js';

/**
 * Reports modules that share paths. One of two would receive no requests, depending on the platform
 * and the order of imports; at one path, a guard could use either.
 * @param own - the mount path of the module
 * @param all - those of all modules, itself included
 */
export function* checkNeighbours(own: string, all: readonly string[]): Iterable<AuthError> {
  // Express ignores the case of paths.
  if (all.filter((path) => path.toLowerCase() === own.toLowerCase()).length > 1) {
    yield new AuthError(
      `basePath: two AuthModules are mounted at \`${own}\`; import one, which serves every module, or give each a different \`basePath\``,
    );
  }
  const inner = all.find((path) => path.toLowerCase().startsWith(`${own}/`.toLowerCase()));
  if (inner !== undefined) {
    yield new AuthError(
      `basePath: \`${inner}\` is below \`${own}\`, where another AuthModule handles every path; choose one beside it`,
    );
  }
}
