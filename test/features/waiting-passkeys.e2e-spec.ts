import { type AuthFeature } from '@authnest/core';
import {
  type Action,
  type ActionContext,
  POST,
  redirectTo,
  SignInService,
} from '@authnest/core/feature';
import { MemoryAdapter } from '@authnest/testing';
import { Injectable } from '@nestjs/common';
import { MapRegistry } from '../support/map-registry.js';
import { PasskeyUser, startPasskeyApp } from '../support/passkeys.js';
import { SoftwareAuthenticator } from '../support/software-authenticator.js';
import { platforms, type TestApp } from '../support/test-app.js';

@Injectable()
class Wait {
  run = () => redirectTo('/step');
}

@Injectable()
class GoOn implements Action {
  constructor(private readonly signIn: SignInService) {}
  run = (ctx: ActionContext) => this.signIn.resume(ctx, 'step');
}

const step: AuthFeature = {
  name: 'step',
  providers: [Wait],
  slots: { identified: Wait },
  routes: [{ ...POST, path: 'step', name: 'step', run: GoOn, summary: '', responses: {} }],
};
const strategies = ['jwt', 'database'] as const;
const registries = { jwt: () => ({ revocation: new MapRegistry() }), database: () => ({}) };
const ways = platforms().flatMap((platform) =>
  strategies.map((strategy) => ({ platform, strategy })),
);

describe.each(ways)('a passkey that waits, on $platform with $strategy sessions', (way) => {
  const email = 'ada@example.com';
  let adapter: MemoryAdapter;
  let app: TestApp;
  let ada: PasskeyUser;

  beforeEach(async () => {
    adapter = new MemoryAdapter();
    app = await startPasskeyApp({
      platform: way.platform,
      adapter,
      config: { session: { strategy: way.strategy, ...registries[way.strategy]() } },
      extras: { features: [step] },
    });
    ada = new PasskeyUser(app);
  });
  afterEach(() => app.close());

  async function goOn(): Promise<string> {
    const form = { csrfToken: await ada.browser.csrfToken() };
    return (await ada.browser.post('/auth/step', { form })).location ?? '';
  }
  const passkeys = async () => {
    const owner = await adapter.getUserByEmail(email);
    return adapter.listAuthenticatorsByUserId(owner?.id ?? '');
  };

  it('registers its user when it goes on, and signs in again', async () => {
    const { authenticator, response } = await ada.register(email);

    expect(response.location).toContain('/step');
    expect([await ada.session(), await adapter.getUserByEmail(email)]).toEqual([null, null]);
    expect(await goOn()).not.toContain('error=');
    expect((await ada.session())?.user?.email).toBe(email);
    const other = new PasskeyUser(app);
    await other.signIn(authenticator);
    expect(await other.session()).toBeNull();
  });

  it('is added for who is signed in, in the session that goes on', async () => {
    await ada.register(email);
    await goOn();
    await ada.register(undefined, new SoftwareAuthenticator(app.url));

    expect(await passkeys()).toHaveLength(1);
    expect(await goOn()).not.toContain('error=');
    expect(await passkeys()).toHaveLength(2);
    expect((await ada.session())?.user?.email).toBe(email);
  });

  it('is forgotten when its user signs out, even with its cookie', async () => {
    await ada.register(email);
    await goOn();
    await ada.register(undefined, new SoftwareAuthenticator(app.url));
    const pending = ada.browser.cookies.get('authjs.challenge-sign-in') ?? '';
    await ada.browser.signOut();
    ada.browser.cookies.set('authjs.challenge-sign-in', pending);

    expect(await goOn()).toContain('error=');
    expect([await ada.session(), (await passkeys()).length]).toEqual([null, 1]);
  });

  it('is added if its user ended the other sessions meanwhile (CT1)', async () => {
    await ada.register(email);
    await goOn();
    await ada.register(undefined, new SoftwareAuthenticator(app.url));
    const form = { csrfToken: await ada.browser.csrfToken() };
    await ada.browser.post('/auth/sessions/revoke-others', { form });

    expect(await goOn()).not.toContain('error=');
    expect(await passkeys()).toHaveLength(2);
    expect((await ada.session())?.user?.email).toBe(email);
  });

  it('is not added if the address was registered meanwhile', async () => {
    await ada.register(email);
    await adapter.createUser({ id: 'somebody', email, emailVerified: new Date() });

    expect(await goOn()).toContain('error=');
    expect([await ada.session(), (await passkeys()).length]).toEqual([null, 0]);
  });
});
