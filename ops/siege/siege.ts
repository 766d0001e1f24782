import { Agent, request } from 'node:http';
import { Child } from '../../test/support/child/child-process.js';
import { sentCookies } from '../../test/support/set-cookies.js';
import {
  BODIES,
  hostileRequests,
  ordinaryRequest,
  type SiegeRequest,
  type Stranger,
  toHost,
} from '../../test/siege/hostile-requests.js';
import type { SiegeApp, SiegeFigures } from './siege-app.child.js';

const script = new URL('./siege-app.child.ts', import.meta.url);
/** Number of concurrent requests. */
const WIDTH = 8;
/** Minimum number of requests of a kind: with fewer, compilers and pools distort the figures. */
const LEAST = 40;
/** Maximum number of measurements of a kind that seems too expensive. */
const ROUNDS = 6;

/**
 * Allowance for a body, relative to the cost of the host's own parser: the members of an object can
 * be counted only by listing them, and measurements of one megabyte vary by a fifth.
 */
const PARSED = 1.5;

/** The cost of one kind of request. */
export interface SiegeCost {
  readonly name: string;
  readonly sent: number;
  /** CPU time per request, in milliseconds: the minimum of all measurements, like `host`. */
  readonly cpu: number;
  /** CPU time for the same bytes at a route that does nothing, in milliseconds. */
  readonly host: number;
  /** Cost in ordinary requests, after the allowance for the body. */
  readonly ratio: number;
  /** Growth of the heap in the second half, in bytes. */
  readonly growth: number;
}

/** Options of a siege. */
export interface SiegeOptions {
  /** Number of requests of each kind. */
  readonly count: number;
  /** The maximum cost of a hostile request, in ordinary requests. */
  readonly mostTimes: number;
}

/** Sends hostile requests to an application in a separate process. */
export async function siege(
  app: SiegeApp,
  { count, mostTimes }: SiegeOptions,
  report: (cost: SiegeCost) => void,
): Promise<void> {
  const child = await Child.start(script);
  try {
    const { url } = await child.ask<{ url: string }>(app);
    const besieger = new Besieger(url, child);
    const stranger = await besieger.stranger();
    const bare = () => ({ method: 'GET', path: '/host' }) as const;
    // Measured twice, since the first round warms up the compilers.
    await besieger.cost(count, bare);
    await besieger.cost(count, (nth) => ordinaryRequest(nth, stranger));
    const base = await besieger.cost(count, bare);
    const ordinary = await besieger.cost(count, (nth) => ordinaryRequest(nth, stranger));
    report({ name: 'ordinary', sent: count, cpu: ordinary, host: base, ratio: 1, growth: 0 });
    for (const { name, make, share = 1 } of hostileRequests(BODIES[app.platform])) {
      const half = Math.ceil(Math.max(count * share, LEAST) / 2);
      const kind = { half, make: (nth: number) => make(nth, stranger) };
      report({ name, ...(await measure(besieger, kind, { base, ordinary, mostTimes })) });
    }
    besieger.close();
  } finally {
    await child.kill();
  }
}

interface Kind {
  readonly half: number;
  readonly make: (nth: number) => SiegeRequest;
}

/** Uses the minimum of several measurements: other work on the machine only adds cost. */
async function measure(
  besieger: Besieger,
  { half, make }: Kind,
  { base, ordinary, mostTimes }: { base: number; ordinary: number; mostTimes: number },
): Promise<Omit<SiegeCost, 'name'>> {
  let sent = 0;
  const hostile = () => make(sent++);
  await besieger.cost(half, hostile);
  const before = await besieger.heap();
  let cpu = await besieger.cost(half, hostile);
  const growth = (await besieger.heap()) - before;
  let [host, ratio] = [Infinity, Infinity];
  for (let round = 0; round < ROUNDS && ratio > mostTimes; round += 1) {
    if (round > 0) cpu = Math.min(cpu, await besieger.cost(half, hostile));
    host = Math.min(host, await besieger.cost(Math.ceil(half / 2), () => toHost(hostile())));
    ratio = Math.max(cpu - PARSED * Math.max(host - base, 0), 0) / ordinary;
  }
  return { sent, cpu, host, ratio, growth };
}

class Besieger {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: WIDTH });

  constructor(
    private readonly url: string,
    private readonly child: Child,
  ) {}

  async stranger(): Promise<Stranger> {
    const { cookies, text } = await this.send({ method: 'GET', path: '/auth/csrf' });
    const { csrfToken } = JSON.parse(text) as { csrfToken: string };
    const cookie = sentCookies(cookies).map(
      ({ name, value }) => `${name}=${encodeURIComponent(value)}`,
    );
    return { csrfToken, cookie: cookie.join('; ') };
  }

  /** Sends requests. @returns the CPU time per request, in milliseconds */
  async cost(count: number, make: (nth: number) => SiegeRequest): Promise<number> {
    const before = await this.child.ask<SiegeFigures>({ measure: 'cpu' });
    let next = 0;
    const worker = async () => {
      while (next < count) await this.send(make(next++));
    };
    await Promise.all(Array.from({ length: WIDTH }, worker));
    const after = await this.child.ask<SiegeFigures>({ measure: 'cpu' });
    return (after.cpu - before.cpu) / count / 1000;
  }

  async heap(): Promise<number> {
    return (await this.child.ask<SiegeFigures>({ measure: 'heap' })).heap;
  }

  close(): void {
    this.agent.destroy();
  }

  private send(sent: SiegeRequest): Promise<{ cookies: readonly string[]; text: string }> {
    const { method, path, headers, body = '' } = sent;
    const all = { ...headers, 'content-length': Buffer.byteLength(body) };
    return new Promise((resolve, reject) => {
      const { agent } = this;
      const outgoing = request(this.url + path, { agent, method, headers: all }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const cookies = response.headers['set-cookie'] ?? [];
          resolve({ cookies, text: Buffer.concat(chunks).toString() });
        });
      });
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  }
}
