import type { Cluster } from '../cluster/start-cluster.js';
import { RecordedClient } from './recorded-client.js';
import type { Random } from './random.js';
import type { Span, Timeline } from './timeline.js';

/** A way to guess passwords, with the number of free attempts (docs/limits.md). */
export interface Guessing {
  readonly what: string;
  readonly free: number;
  readonly name: (nth: number) => string;
  readonly network: (nth: number) => string;
  /** Range of the pause between two guesses, in milliseconds. */
  readonly pause: readonly [least: number, most: number];
}

const one = (value: string) => () => value;

export const GUESSINGS: readonly Guessing[] = [
  ...['alan@example.com', 'nobody@example.com'].map((name, nth) => ({
    what: `one network and ${name}`,
    free: 5,
    name: one(name),
    network: one(`10.8.0.${nth}`),
    pause: [300, 700] as const,
  })),
  {
    what: 'one network and many names',
    free: 50,
    name: (nth) => `nobody-${nth}@example.com`,
    network: one('10.8.1.1'),
    pause: [800, 1600],
  },
  {
    what: 'many networks and one name',
    free: 100,
    name: one('nobody-else@example.com'),
    network: (nth) => `10.7.${nth >> 8}.${nth & 255}`,
    pause: [800, 1600],
  },
];

/** Tries wrong passwords, and records which of them were checked. */
export class Guesser {
  /** The guesses that were checked and reported as wrong. */
  readonly checked: Span[] = [];
  refused = 0;
  private tried = 0;

  constructor(
    readonly guessing: Guessing,
    private readonly cluster: Cluster,
    private readonly timeline: Timeline,
    private readonly random: Random,
  ) {}

  get pauseMs(): number {
    return this.random.between(...this.guessing.pause);
  }

  /** Tries a password. @throws {NoResponse} if the request fails; the timeline records it */
  async guess(): Promise<void> {
    const { what, name, network } = this.guessing;
    const nth = (this.tried += 1);
    const client = new RecordedClient(this.cluster.url, this.timeline, network(nth));
    const from = Date.now();
    const email = name(nth);
    const { status, location } = await client.signIn('password', { email, password: 'wrong' });
    if (status === 429) this.refused += 1;
    else if (location?.includes('error=CredentialsSignin')) {
      this.checked.push({ what, from, until: Date.now() });
    } else throw new Error(`${what}: a wrong password got the response ${status} ${location}`);
  }
}
