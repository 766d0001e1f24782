import type { IncomingMessage } from 'node:http';
import type { LiveSession } from './live-session.js';

/** A socket whose handshake was checked before it was opened. */
export interface Connection {
  readonly request: IncomingMessage;
  /** Null if the client has no session, where that is admitted. */
  readonly live: LiveSession | null;
}
