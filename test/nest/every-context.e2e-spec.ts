import {
  type AuthConfig,
  type AuthFeature,
  decode,
  Email,
  encode,
  forwardedToken,
  Passkey,
} from '@authnest/core';
import { type ActionContext, redirectTo, type VerifiedIdentity } from '@authnest/core/feature';
import { MemoryAdapter } from '@authnest/testing';
import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { guardedContexts } from '../support/guarded-contexts.js';
import {
  COOKIE,
  DOORS,
  type Door,
  type GuardedContext,
  type OpenContext,
  type Outcome,
  type Presented,
} from '../support/guarded-contexts/guarded-context.js';
import { PasskeyUser } from '../support/passkeys.js';
import { MapRevocations } from '../support/revocations.js';
import { describeWith } from '../support/services.js';
import {
  credentials,
  JANE,
  OTTO,
  PASSWORD,
  type Platform,
  platforms,
  SECRET,
  TestApp,
} from '../support/test-app.js';
import { Watched } from '../support/watched.js';

/** What a caller may have, and the outcome at each handler. Jane is an administrator. */
const CALLERS = [
  'none',
  'expired',
  'foreign',
  'ended',
  'waiting',
  'named by what waits',
  'at its passkey',
  'at its mail',
  'member',
  'admin',
  'store down',
] as const;
type Caller = (typeof CALLERS)[number];

function expected(door: Door, caller: Caller): Outcome {
  if (door === 'public') return { user: '-' };
  if (caller === 'store down') return { status: 503 };
  const user = { member: 'otto', admin: 'jane' }[caller as string];
  if (door === 'optional') return { user: user ?? '-' };
  if (user === undefined) return { status: 401 };
  return door === 'roles' && caller !== 'admin' ? { status: 403 } : { user };
}

const TABLE = DOORS.flatMap((door) => CALLERS.map((caller) => ({ door, caller })));

/** Lets Mary's sign-in wait, as a second factor would. */
@Injectable()
class Wait {
  run = (_: ActionContext, { user }: VerifiedIdentity) =>
    user.name === 'mary' ? redirectTo('/second-step') : undefined;
}

const waits: AuthFeature = { name: 'waits', providers: [Wait], slots: { identified: Wait } };

/** A store that can be down, with each kind of session. */
class Kind {
  private readonly watched = new Watched();
  private readonly revocations = new MapRevocations();

  constructor(readonly strategy: 'database' | 'jwt') {}

  get config(): Partial<AuthConfig> {
    const { strategy, revocations: revocation } = this;
    return {
      adapter: this.watched.adapter,
      session: { strategy, ...(strategy === 'jwt' && { revocation }) },
    };
  }

  down(isDown: boolean): void {
    this.revocations.failWith(isDown ? new Error('down') : undefined);
    if (isDown) this.watched.failing.add('getSessionAndUser');
    else this.watched.failing.clear();
  }

  /** Lets a session expire, as it would with time. */
  async expire(token: string): Promise<string> {
    if (this.strategy === 'database') {
      const expires = new Date(Date.now() - 60_000);
      await this.watched.store.updateSession({ sessionToken: token, expires });
      return token;
    }
    const claims = await decode({ token, secret: SECRET, salt: COOKIE });
    return encode({ token: claims ?? {}, secret: SECRET, salt: COOKIE, maxAge: -60 });
  }
}

async function signedIn(app: TestApp, fields: Record<string, string>) {
  const browser = app.client();
  await browser.signIn('credentials', fields);
  return { browser, token: browser.cookies.get(COOKIE) };
}

const cookiesOf = ({ cookies }: ReturnType<TestApp['client']>): string =>
  [...cookies].map((pair) => pair.join('=')).join('; ');

/** Returns what a browser has while a sign-in is not complete yet. */
async function halfSignedIn(app: TestApp): Promise<Partial<Record<Caller, Presented>>> {
  const [waiting, atPasskey, atMail] = [app.client(), new PasskeyUser(app), app.client()];
  await waiting.signIn('credentials', { username: 'mary', password: PASSWORD });
  await atPasskey.ask({ action: 'register', email: 'jane@example.com' });
  await atMail.signIn('email', { email: 'jane@example.com' });
  for (const browser of [waiting, atPasskey.browser, atMail]) {
    if (browser.cookies.has(COOKIE)) throw new Error('it has a session already');
  }
  const token = waiting.cookies.get('authjs.challenge-sign-in');
  if (!token) throw new Error('nothing waits');
  return {
    waiting: { cookie: cookiesOf(waiting) },
    'named by what waits': { token },
    'at its passkey': { cookie: cookiesOf(atPasskey.browser) },
    'at its mail': { cookie: cookiesOf(atMail) },
  };
}

async function foreignToken(platform: Platform, strategy: Kind['strategy']) {
  const other = await TestApp.start({
    platform,
    config: {
      secret: randomBytes(32).toString('hex'),
      adapter: new MemoryAdapter(),
      session: { strategy },
    },
  });
  const { token } = await signedIn(other, JANE);
  await other.close();
  return token;
}

const CONTEXTS = await guardedContexts();
const CASES = platforms().flatMap((platform) =>
  (['database', 'jwt'] as const).map((strategy) => ({ platform, strategy })),
);

describe.each(CASES)('with a $strategy session on $platform', ({ platform, strategy }) => {
  const contexts = CONTEXTS.filter((one) => (one.platform ?? platform) === platform);
  const kind = new Kind(strategy);
  const open = new Map<string, OpenContext>();
  const presented: Partial<Record<Caller, Presented>> = {};
  const apps: TestApp[] = [];

  /** Starts an application; all of them have the same sessions. */
  async function start(those: readonly GuardedContext[]): Promise<TestApp> {
    const app = await TestApp.start({
      platform,
      config: {
        ...kind.config,
        providers: [
          credentials(),
          Passkey({}),
          Email({ from: 'auth@app.example', sendVerificationRequest: () => undefined }),
        ],
        experimental: { enableWebAuthn: true },
        roles: (user) => (user.name === 'jane' ? ['admin'] : ['member']),
        rpc: { token: forwardedToken },
        sockets: { recheck: 0 },
      },
      extras: { context: true, features: [waits] },
      module: {
        imports: those.flatMap(({ imports = [] }) => [...imports]),
        controllers: those.flatMap(({ controllers = [] }) => [...controllers]),
        providers: those.flatMap(({ providers = [] }) => [...providers]),
      },
      configure: (nest) => those.forEach((one) => one.prepare?.(nest)),
    });
    apps.push(app);
    await app.app.startAllMicroservices();
    for (const one of those) open.set(one.name, await one.open(app.app, app.url));
    return app;
  }

  beforeAll(async () => {
    const app = await start(contexts.filter(({ isAlone, problem }) => !isAlone && !problem));
    for (const one of contexts.filter(({ isAlone }) => isAlone)) await start([one]);
    const [leaving, admin] = [await signedIn(app, JANE), await signedIn(app, JANE)];
    const expired = await kind.expire((await signedIn(app, JANE)).token ?? '');
    Object.assign(presented, await halfSignedIn(app), {
      admin: { token: admin.token },
      'store down': { token: admin.token },
      member: { token: (await signedIn(app, OTTO)).token },
      expired: { token: expired },
      ended: { token: leaving.token },
      foreign: { token: await foreignToken(platform, strategy) },
    });
    await leaving.browser.signOut();
  });
  afterAll(async () => {
    for (const one of open.values()) await one.close();
    for (const app of apps) await app.close();
  });

  describe.each(contexts)('in $name', (context: GuardedContext) => {
    const service = { name: context.name, problem: context.problem };
    describeWith(service, 'a handler', () => {
      it.each(TABLE)(
        'that is $door: the session is $caller (K62, K82)',
        async ({ door, caller }) => {
          kind.down(caller === 'store down');
          const outcome = await open.get(context.name)?.call(door, presented[caller] ?? {});
          kind.down(false);

          const wanted = expected(door, caller);
          // Refusals of messages have a message, too, and nothing else.
          if ('user' in wanted) expect(outcome).toEqual(wanted);
          else expect(outcome).toMatchObject(wanted);
          expect(Object.keys(outcome ?? {}).sort()).toEqual(
            'status' in wanted && context.name.startsWith('RPC')
              ? ['message', 'status']
              : Object.keys(wanted),
          );
        },
      );
    });
  });
});
