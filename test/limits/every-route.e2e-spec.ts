import { Email } from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';
import { addressHeader, startLimited } from '../support/limited-app.js';
import { startClock, stopClock } from '../support/clock.js';
import { Mailbox } from '../support/mailbox.js';
import { startPasskeyApp, PasskeyUser } from '../support/passkeys.js';
import { credentials, PASSWORD, platforms, TestApp } from '../support/test-app.js';

/** The address of an existing user, which cannot be registered again. */
const TAKEN = 'taken@example.com';

describe.each(platforms())('guesses for one user through every route, on %s', (platform) => {
  let app: TestApp;
  let inbox: Mailbox | undefined;

  beforeEach(() => stopClock());
  afterEach(async () => {
    startClock();
    await app.close();
    await inbox?.close();
    inbox = undefined;
  });

  async function attempt(
    from: string,
    username: string,
    { password = 'wrong', provider = 'credentials' } = {},
  ): Promise<number> {
    const client = app.client({ 'x-test-address': from });
    const form = { csrfToken: await client.csrfToken(), username, password };
    return (await client.post(`/auth/callback/${provider}`, { form })).status;
  }

  async function startTwo(): Promise<void> {
    const providers = [credentials(), { ...credentials(), id: 'staff', name: 'Staff' }];
    const limits = { credentials: { sameNetwork: 3, identifier: 6 } };
    ({ app } = await startLimited(platform, limits, { providers }));
  }

  it('are counted together at two providers with passwords (S9)', async () => {
    await startTwo();
    const statuses: number[] = [];
    for (let at = 0; at < 8; at++) {
      const provider = at % 2 ? 'credentials' : 'staff';
      statuses.push(await attempt('192.0.2.1', 'jane', { provider }));
    }

    expect(statuses).toEqual([302, 302, 302, 302, 429, 429, 429, 429]);
  });

  it('are counted together at two providers from many networks, however the name is written (S9)', async () => {
    await startTwo();
    const spellings = ['jane', 'JANE', ' jane', 'jané', 'ja\u200bne', 'ｊａｎｅ', 'jane\u0301'];
    const statuses: number[] = [];
    for (let at = 0; at < 14; at++) {
      const provider = at % 2 ? 'credentials' : 'staff';
      const name = spellings[at % spellings.length] ?? '';
      statuses.push(await attempt(`192.0.2.${at}`, name, { provider }));
    }

    expect(statuses.filter((status) => status === 302)).toHaveLength(7);
  });

  it('at one provider are not undone by a success at another (S9)', async () => {
    await startTwo();
    const statuses: number[] = [];
    for (let at = 0; at < 6; at++) {
      statuses.push(await attempt('192.0.2.1', 'jane', { provider: 'staff' }));
      await attempt('192.0.2.1', 'jane', { password: PASSWORD });
    }

    expect(statuses.filter((status) => status === 302).length).toBeLessThan(5);
  });

  it('are counted together at two email providers (S9)', async () => {
    inbox = await Mailbox.start();
    const { url: server } = inbox;
    const providers = ['email', 'other'].map((id) => ({ ...Email({ server }), id }));
    const config = { adapter: new MemoryAdapter(), limits: { address: addressHeader }, providers };
    app = await TestApp.start({ platform, config });
    const statuses: number[] = [];
    for (let at = 0; at < 8; at++) {
      const client = app.client({ 'x-test-address': '192.0.2.1' });
      const provider = at % 2 ? 'email' : 'other';
      statuses.push((await client.signIn(provider, { email: 'vera@x.example' })).status);
    }

    expect(statuses.filter((status) => status === 302)).toHaveLength(4);
  });

  it('reveal only a few known addresses through refused passkeys (S10)', async () => {
    app = await startPasskeyApp({ platform, config: { limits: {} } });
    await new PasskeyUser(app).register(TAKEN);
    const statuses: number[] = [];
    for (let at = 0; at < 40; at++) {
      statuses.push((await new PasskeyUser(app).register(TAKEN)).response.status);
    }

    expect(statuses.filter((status) => status === 302).length).toBeLessThan(25);
    expect(statuses.at(-1)).toBe(429);
  });

  it('receive one to three decoys, always the same for one address (S10)', async () => {
    app = await startPasskeyApp({ platform, config: { limits: {} } });
    const user = new PasskeyUser(app);
    const decoysOf = async (email: string) => {
      const { options } = await user.ask({ action: 'authenticate', email });
      return (options.allowCredentials ?? []).map(({ id }) => id);
    };
    const counts = new Map<number, number>();
    for (let at = 0; at < 60; at++) {
      const decoys = await decoysOf(`nobody-${at}@example.com`);
      expect(new Set(decoys).size).toBe(decoys.length);
      counts.set(decoys.length, (counts.get(decoys.length) ?? 0) + 1);
    }

    expect(new Set(counts.keys())).toEqual(new Set([1, 2, 3]));
    expect(await decoysOf('nobody-1@example.com')).toEqual(await decoysOf('nobody-1@example.com'));
  });
});
