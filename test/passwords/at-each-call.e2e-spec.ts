import { type ClientResponse, MemoryAdapter } from '@authnest/testing';
import { BetweenCalls } from '../support/between-calls.js';
import { MapRegistry } from '../support/map-registry.js';
import { GOOD, OTHER, PasswordApp } from '../support/password-app.js';
import { type CheckedClient, platforms } from '../support/test-app.js';
import { OwnPasswordController } from './own-password.controller.js';

const [platform = 'express'] = platforms();

/** Fails to end the links that were mailed. */
class StuckAdapter extends MemoryAdapter {
  isStuck = false;

  override async deleteChallenges(of: Parameters<MemoryAdapter['deleteChallenges']>[0]) {
    if (this.isStuck) throw new Error('the store is down');
    return super.deleteChallenges(of);
  }
}

describe.each(['jwt', 'database'] as const)('another password, %s sessions', (strategy) => {
  const calls = new BetweenCalls();
  const adapter = new StuckAdapter();
  let app: PasswordApp;
  let people = 0;

  beforeAll(async () => {
    const revocation = calls.watch(new MapRegistry());
    app = await PasswordApp.start({
      platform,
      adapter: calls.watch(adapter),
      config: { session: strategy === 'jwt' ? { strategy, revocation } : { strategy } },
      module: { controllers: [OwnPasswordController] },
    });
  });
  afterAll(() => app.close());

  const steps: Record<string, (own: CheckedClient) => Promise<ClientResponse>> = {
    reset: (own) => app.send(own, 'reset', { password: OTHER }),
    change: (own) => app.send(own, 'change', { current: GOOD, password: OTHER }),
    removal: (own) => own.request('DELETE', '/me/password'),
  };

  const breakOff = () => Promise.reject(new Error('broken off'));
  const interruptions = {
    'a sign-out in another tab': { moment: 'before', act: signOut },
    'a failure': { moment: 'before', act: breakOff },
    'a lost answer': { moment: 'after', act: breakOff },
  } as const;

  async function signOut(own: CheckedClient, csrfToken: string): Promise<unknown> {
    return own.post('/auth/signout', { form: { csrfToken } });
  }

  /** Somebody with a link to set another password, and whoever knows the present one. */
  async function somebody() {
    const email = `person-${(people += 1)}@corp.example`;
    const [own, thief] = [await app.registered(email), app.client()];
    await app.signIn(email, GOOD, thief);
    await app.send(app.client(), 'forgot', { email });
    await own.get((await app.newest(email, 2)).link);
    return { email, own, thief, csrfToken: await own.csrfToken() };
  }

  const cases = Object.keys(steps).flatMap((step) =>
    (Object.keys(interruptions) as (keyof typeof interruptions)[]).map((by) => [by, step] as const),
  );
  it.each(cases)('with %s at any call, no session outlives a %s (JT18)', async (by, step) => {
    const { act, moment } = interruptions[by];
    const halfDone: number[] = [];
    for (let n = 1; ; n += 1) {
      const { email, own, thief, csrfToken } = await somebody();
      const work = async () => steps[step]?.(own);
      const isDone = await calls.interrupt(n, () => act(own, csrfToken), { work, moment });
      const isChanged = (await app.signIn(email, GOOD)).location?.includes('error');
      if (isChanged && (await thief.session()) !== null) halfDone.push(n);
      if (!isDone) break;
    }

    expect(people).toBeGreaterThan(10);
    expect(halfDone).toEqual([]);
  });

  it.each(Object.keys(steps))(
    'is told to its owner, whatever fails after %s (LT16)',
    async (step) => {
      const { email, own } = await somebody();

      adapter.isStuck = true;
      await steps[step]?.(own);
      adapter.isStuck = false;

      expect((await app.signIn(email, GOOD)).location).toContain('error');
      expect((await app.newest(email, 3)).text).toMatch(/password/i);
    },
  );

  it.each(['change', 'removal'])(
    'a sign-out in another tab is no fault during a %s',
    async (step) => {
      const answers = new Set<string>();
      for (let n = 1, isDone = true; isDone; n += 1) {
        const { own, csrfToken } = await somebody();
        const work = async () => {
          const { status = 0, location = '' } = (await steps[step]?.(own)) ?? {};
          answers.add(/error=\w+|done/.exec(location)?.[0] ?? `${status}`);
        };
        isDone = await calls.interrupt(n, () => signOut(own, csrfToken), { work });
      }

      const expected =
        step === 'change' ? ['error=SessionRequired', 'done'] : ['401', '403', '204'];
      expect([...answers].toSorted()).toEqual(expected.toSorted());
    },
  );
});
