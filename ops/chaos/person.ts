import type { ClientResponse } from '@authnest/testing';
import { signInAtProvider } from '../../apps/identity-provider/src/index.js';
import { DEMO_USERS } from '../../apps/example/src/users/demo-users.js';
import type { Cluster } from '../cluster/start-cluster.js';
import type { Random } from './random.js';
import { NoResponse, RecordedClient } from './recorded-client.js';
import type { Findings } from './findings.js';
import type { Timeline } from './timeline.js';

const SESSION = 'authjs.session-token';

/** Faults of Redis. Its replication is asynchronous: a failover may lose the latest writes. */
const REDIS = /Redis/;

/** A session that was reported to the user as ended. */
interface Ended {
  readonly cookie: string;
  readonly at: number;
}

export interface PersonOptions {
  readonly nth: number;
  readonly cluster: Cluster;
  readonly random: Random;
  readonly timeline: Timeline;
  readonly findings: Findings;
}

/** A simulated user, who checks that responses do not contradict earlier ones. */
export class Person {
  /** `unknown` if the response to a sign-out was lost. */
  state: 'out' | 'in' | 'unknown' = 'out';
  private ended: readonly Ended[] = [];
  private signedInAt = 0;
  private readonly client: RecordedClient;
  private mails = 0;

  constructor(private readonly options: PersonOptions) {
    const { nth, cluster, timeline } = options;
    this.client = new RecordedClient(cluster.url, timeline, `10.0.${nth >> 8}.${nth & 255}`);
  }

  /**
   * Performs one random action of a user.
   * @throws {NoResponse} if a request fails; the timeline records it
   */
  async act(): Promise<void> {
    const { random } = this.options;
    if (this.state === 'out') await this.signIn();
    else if (this.state === 'in' && random.next() < 0.12) await this.signOut();
    else if (this.state === 'in' && random.next() < 0.15) await this.update();
    else await this.read();
    if (this.ended.length > 0 && random.next() < 0.2) await this.tryEnded(random.of(this.ended));
  }

  /**
   * Checks, after the last fault, that everything is as the responses showed it.
   * @throws {NoResponse} if a request fails; the timeline records it
   */
  async settle(): Promise<void> {
    await this.read();
    for (const ended of this.ended) await this.tryEnded(ended);
  }

  private async signIn(): Promise<void> {
    const { random, nth } = this.options;
    const way = random.next();
    const { status, location } =
      way < 0.6
        ? await this.atProvider()
        : way < 0.8
          ? await this.client.signIn('password', this.password())
          : await this.byMail();
    if (status === 429) return;
    if (location?.includes('error=')) {
      this.options.findings.count(`refused sign-in: ${new URL(location, 'http://x').search}`);
      return;
    }
    if (!this.client.cookies.has(SESSION)) {
      this.options.findings.add(`person ${nth}: a sign-in ended without a session: ${location}`);
      return;
    }
    this.options.findings.count('signed in');
    this.state = 'in';
    this.signedInAt = Date.now();
  }

  private async atProvider() {
    const started = await this.client.signIn('demo');
    if (!started.location || started.status === 429) return started;
    if (started.location.includes('error=')) return started;
    return this.client.get(await this.throughProvider(started.location));
  }

  /** Aborts the sign-in if the provider, which is not part of the cluster, is slow. */
  private async throughProvider(authorizationUrl: string): Promise<string> {
    const { nth, findings } = this.options;
    try {
      return (await signInAtProvider({ authorizationUrl, sub: subOf(nth) })).href;
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'TimeoutError')) throw error;
      findings.count('abandoned: the identity provider was slow');
      throw new NoResponse('identity provider');
    }
  }

  private password(): Record<string, string> {
    const { email = '', password = '' } = DEMO_USERS[this.options.nth % DEMO_USERS.length] ?? {};
    return { email, password };
  }

  private async byMail() {
    const { cluster, nth, findings } = this.options;
    const email = `person-${nth}-${(this.mails += 1)}@example.com`;
    const asked = await this.client.signIn('email', { email });
    if (asked.status === 429 || asked.location?.includes('error=')) return asked;
    const mail = cluster.inbox.mails.find(({ to }) => to.includes(email));
    const [link = ''] = /http\S+callback\/email\S+/.exec(mail?.text ?? '') ?? [];
    if (!link) {
      findings.add(`person ${nth}: no mail arrived, although the page reported that it was sent`);
      return asked;
    }
    const opened = await this.client.get(link);
    if (this.client.cookies.has(SESSION)) await this.openAgain(link);
    return opened;
  }

  /** Checks that a link does not work twice, using another browser. */
  private async openAgain(link: string): Promise<void> {
    const { cluster, timeline, findings, nth } = this.options;
    const other = new RecordedClient(cluster.url, timeline, '10.9.9.9');
    await other.get(link);
    if (other.cookies.has(SESSION)) findings.add(`person ${nth}: an emailed link worked twice`);
  }

  private async read(): Promise<void> {
    const response = await this.client.get('/auth/session');
    this.options.findings.count('read');
    this.seen(response);
  }

  private async update(): Promise<void> {
    const json = { csrfToken: await this.client.csrfToken(), data: {} };
    const response = await this.client.post('/auth/session', { json });
    this.options.findings.count('updated');
    this.seen(response);
  }

  private seen(response: ClientResponse): void {
    const user = response.json<{ user?: object } | null>()?.user;
    if (this.state === 'in' && !user)
      this.lost('the session was lost without a sign-out', this.signedInAt);
    this.state = user ? 'in' : 'out';
  }

  private async signOut(): Promise<void> {
    const before = this.cookieHeader();
    this.state = 'unknown';
    const { status } = await this.client.signOut();
    if (status === 429) {
      this.state = 'in';
      return;
    }
    this.options.findings.count('signed out');
    this.ended = [...this.ended, { cookie: before, at: Date.now() }];
    this.state = 'out';
    this.client.cookies.delete(SESSION);
  }

  /** Tries a copy of the cookie from before the sign-out. */
  private async tryEnded(ended: Ended): Promise<void> {
    const { cluster, timeline, findings } = this.options;
    const copy = new RecordedClient(cluster.url, timeline, '10.9.9.8');
    const response = await copy.get('/auth/session', { cookie: ended.cookie });
    findings.count('tried an ended session');
    if (!response.json<{ user?: object } | null>()?.user) return;
    this.lost('a session that was reported as ended is still valid', ended.at);
    this.ended = this.ended.filter((other) => other !== ended);
  }

  /** @param at - time at which a response showed the opposite */
  private lost(what: string, at: number): void {
    const { timeline, findings, nth } = this.options;
    if (timeline.wasBroken(REDIS, at, Date.now())) findings.count(`failover of Redis: ${what}`);
    else findings.add(`person ${nth}: ${what}`);
  }

  private cookieHeader(): string {
    return `${SESSION}=${this.client.cookies.get(SESSION)}`;
  }
}

/** Returns the account id of a person at the identity provider. */
export function subOf(nth: number): string {
  return `person-${nth}`;
}
