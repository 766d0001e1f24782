import type { AuthError } from '../errors/auth.error.js';

/** An AuthModule as the application declares it. */
export interface DeclaredInstance {
  /** The extra `name`; of unknown type until it is checked. */
  readonly name?: unknown;
  readonly mountPath: string;
  readonly isGlobal: boolean;
  /** Problems of the module's own options, reported with those of its configuration. */
  readonly problems?: readonly AuthError[];
}

/** The name of an AuthModule among those of its application. */
export interface Instance {
  /** Empty for the one that keeps the cookie names of Auth.js. */
  readonly name: string;
  /** Why the application cannot start with this name. */
  readonly fault?: string;
  /** Problems of the module's own options. */
  readonly problems?: readonly AuthError[];
  /** Codes of warnings that do not prevent the start. */
  readonly warnings: readonly string[];
}

/** The instance of an application's only AuthModule. */
export const ONLY_INSTANCE: Instance = { name: '', warnings: [] };

/** The default mount path of an AuthModule. */
const DEFAULT_PATH = '/auth';

/** It has no dot, since it becomes part of cookie names, whose parts are separated by dots. */
const NAME = /^[A-Za-z0-9][\w-]{0,31}$/;

/**
 * Names one of several AuthModules by its extra `name`, else by its mount path. One of those
 * without a `name` keeps the Auth.js cookie names: the one at `/auth`, else the first import.
 * @param all - in the order in which the application imports them
 */
export function nameInstance(own: DeclaredInstance, all: readonly DeclaredInstance[]): Instance {
  const unnamed = all.filter(({ name }) => name === undefined);
  const atDefault = unnamed.find(({ mountPath }) => mountPath === DEFAULT_PATH);
  const first = atDefault ?? unnamed[0];
  const nameOf = ({ name, mountPath }: DeclaredInstance): string => {
    if (typeof name === 'string') return name;
    return mountPath === first?.mountPath ? '' : nameOfPath(mountPath);
  };
  const name = nameOf(own);
  const isTwice = all.some((one) => one.mountPath !== own.mountPath && nameOf(one) === name);
  return {
    name,
    problems: own.problems,
    fault: isFit(own.name) ? (isTwice ? twice(name) : undefined) : UNFIT,
    warnings: [
      ...(name === '' && !atDefault && unnamed.length > 1 ? ['unnamed-instances'] : []),
      // Reported by only one of them.
      ...(isSecondGlobal(own, all) ? ['global-instances'] : []),
    ],
  };
}

/** Two at one path are an error of their own. */
function isSecondGlobal(own: DeclaredInstance, all: readonly DeclaredInstance[]): boolean {
  const [first, second] = all.filter(({ isGlobal }) => isGlobal);
  return second === own && first?.mountPath !== own.mountPath;
}

function isFit(name: unknown): boolean {
  return name === undefined || (typeof name === 'string' && NAME.test(name));
}

const UNFIT =
  'name: expected 1 to 32 letters, digits, `-` and `_`, starting with a letter or digit; it becomes part of cookie names';

function twice(name: string): string {
  return `name: two AuthModules are named \`${name}\`, by the extra \`name\` or by their mount path; give each a different \`name\``;
}

/** Turns `/admin/auth` into `admin-auth`. */
function nameOfPath(mountPath: string): string {
  return mountPath.slice(1).replace(/[^\w-]/g, '-');
}
