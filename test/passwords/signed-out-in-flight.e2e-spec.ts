import { MemoryAdapter } from '@authnest/testing';
import { BetweenCalls } from '../support/between-calls.js';
import { MapRegistry } from '../support/map-registry.js';
import { GOOD, OTHER, PasswordApp } from '../support/password-app.js';
import { type CheckedClient, platforms } from '../support/test-app.js';
import { OwnPasswordController } from './own-password.controller.js';

const [platform = 'express'] = platforms();

describe.each(['jwt', 'database'] as const)(
  'a sign-out in another tab, %s sessions',
  (strategy) => {
    const calls = new BetweenCalls();
    let app: PasswordApp;
    let people = 0;

    beforeAll(async () => {
      const revocation = calls.watch(new MapRegistry());
      app = await PasswordApp.start({
        platform,
        adapter: calls.watch(new MemoryAdapter()),
        config: { session: strategy === 'jwt' ? { strategy, revocation } : { strategy } },
        module: { controllers: [OwnPasswordController] },
      });
    });
    afterAll(() => app.close());

    const steps: Record<string, (own: CheckedClient) => Promise<unknown>> = {
      change: (own) => app.send(own, 'change', { current: GOOD, password: OTHER }),
      removal: (own) => own.request('DELETE', '/me/password'),
    };

    /** @returns whether the password changed while another session goes on; null after the last call */
    async function isHalfDone(step: string, n: number): Promise<boolean | null> {
      const email = `${step}-${(people += 1)}@corp.example`;
      const [own, thief] = [await app.registered(email), app.client()];
      await app.signIn(email, GOOD, thief);
      const csrfToken = await own.csrfToken();
      const signOut = () => own.post('/auth/signout', { form: { csrfToken } });
      if (!(await calls.interrupt(n, signOut, async () => steps[step]?.(own)))) return null;
      const goesOn = (await thief.session()) !== null;
      return goesOn && Boolean((await app.signIn(email, GOOD)).location?.includes('error'));
    }

    it.each(Object.keys(steps))('at no call lets other sessions outlive a %s', async (step) => {
      const halfDone: number[] = [];
      for (let n = 1; ; n += 1) {
        const outcome = await isHalfDone(step, n);
        if (outcome === null) break;
        if (outcome) halfDone.push(n);
      }

      expect(people).toBeGreaterThan(10);
      expect(halfDone).toEqual([]);
    });
  },
);
