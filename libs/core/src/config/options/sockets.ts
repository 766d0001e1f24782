import type { OptionGroup } from './option-group.js';
import { isWhole, LONGEST_TIMEOUT, object } from './option-test.js';

/** Options for connections that stay open: sockets, subscriptions, streams of events. */
export interface SocketsOptions {
  /**
   * Seconds for which messages of a connection use the session as it was read last; 0 reads it at
   * every message. @default 60
   */
  recheck?: number;
  /**
   * Seconds after which the session of an open connection is read again, which closes the connection
   * if the session ended on another instance or expired. @default 60
   */
  sweep?: number;
}

/** The options for open connections, complete. */
export interface ResolvedSockets {
  readonly recheckMs: number;
  readonly sweepMs: number;
}

interface Configured {
  readonly sockets?: SocketsOptions;
}

/** Completes the options for open connections. */
export function resolveSockets({ sockets = {} }: Configured): ResolvedSockets {
  const { recheck = 60, sweep = 60 } = sockets;
  return Object.freeze({ recheckMs: recheck * 1000, sweepMs: sweep * 1000 });
}

/** The group of the option `sockets`. */
export const socketsGroup = {
  tests: { sockets: object },
  members: {
    sockets: {
      recheck: [
        `whole seconds, 0 or more, at most ${LONGEST_TIMEOUT}`,
        (value) => isWhole(value) && value <= LONGEST_TIMEOUT,
      ],
      sweep: [
        `whole seconds, 1 or more, at most ${LONGEST_TIMEOUT}`,
        (value) => isWhole(value) && value >= 1 && value <= LONGEST_TIMEOUT,
      ],
    },
  },
} as const satisfies OptionGroup<'sockets'>;
