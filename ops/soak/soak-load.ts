import { connect } from 'node:net';
import { once } from 'node:events';
import { sentCookies } from '../../test/support/set-cookies.js';
import { SharedConnections } from '../../test/support/shared-connections.js';
import { SESSION } from '../../test/support/signed-out.js';

/** The number of requests of each kind. */
export interface SoakWork {
  readonly reads: number;
  readonly signIns: number;
  readonly aborted: number;
}

/** Number of concurrent requests; less than the free attempts of a network. */
const WIDTH = 8;
/** Number of latest sessions to keep; the reads use them in turn. */
const KEPT = 500;

/** Signs in new users, reads their sessions, and aborts requests. */
export class SoakLoad {
  private readonly sessions: string[] = [];
  private count = 0;

  constructor(private readonly url: string) {}

  /** Sends requests, and closes every connection at the end. */
  async run({ reads, signIns, aborted }: SoakWork): Promise<void> {
    const connections = new SharedConnections(this.url, WIDTH);
    await times(signIns, () => this.signIn(connections));
    await times(reads, (nth) => this.read(connections, nth));
    await times(aborted, (nth) => this.abort(nth));
    connections.close();
  }

  private async signIn(connections: SharedConnections): Promise<void> {
    const csrf = await connections.send('/auth/csrf');
    const cookie = cookieOf(csrf.headers['set-cookie']);
    const { csrfToken } = JSON.parse(csrf.text) as { csrfToken: string };
    const form = { csrfToken, username: `user-${(this.count += 1)}` };
    const { status, headers } = await connections.send('/auth/callback/credentials', {
      cookie,
      form,
    });
    const session = cookieOf(headers['set-cookie'], SESSION);
    if (status !== 302 || !session) throw new Error(`a sign-in got the response ${status}`);
    this.sessions.push(session);
    if (this.sessions.length > KEPT) this.sessions.shift();
  }

  /** Reads a session, alternating between the endpoint and a guarded route. */
  private async read(connections: SharedConnections, nth: number): Promise<void> {
    const cookie = this.sessions[nth % this.sessions.length] ?? '';
    const { text } = await connections.send(nth % 2 ? '/me' : '/auth/session', { cookie });
    if (!text.includes('user-')) throw new Error(`a session was read as ${text}`);
  }

  /** Closes the connection in the head, in the body, or before the response. */
  private async abort(nth: number): Promise<void> {
    const { hostname: host, port } = new URL(this.url);
    const socket = connect({ host, port: Number(port) });
    // Not `once`, which rejects when the server resets the aborted connection.
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => {});
    await once(socket, 'connect');
    const cookie = this.sessions[nth % this.sessions.length] ?? '';
    const parts = [
      `GET /auth/session HTTP/1.1\r\nHost: ${host}`,
      `POST /auth/callback/credentials HTTP/1.1\r\nHost: ${host}:${port}\r\nCookie: ${cookie}\r\n` +
        'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 500\r\n\r\nusername=a',
      `GET /me HTTP/1.1\r\nHost: ${host}:${port}\r\nCookie: ${cookie}\r\n\r\n`,
    ];
    socket.write(parts[nth % parts.length] ?? '', () => socket.destroy());
    await closed;
  }
}

function cookieOf(lines: readonly string[] | undefined, ending = ''): string {
  return sentCookies(lines)
    .filter(({ name, value }) => name.endsWith(ending) && value !== '')
    .map(({ name, value }) => `${name}=${encodeURIComponent(value)}`)
    .join('; ');
}

/** Runs a few calls at a time, so that neither side waits for the other. */
async function times(count: number, work: (nth: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: WIDTH }, worker));
}
