import { Email, Passkey } from '@authnest/core';
import type { Slots } from '@authnest/core/feature';
import { anAccount, MemoryAdapter } from '@authnest/testing';
import { Injectable } from '@nestjs/common';
import { PasskeyUser, startPasskeyApp } from '../support/passkeys.js';
import { platforms, type TestApp } from '../support/test-app.js';
import { PasskeysController } from './passkeys.controller.js';

/** What the feature says, one answer after the other; the last one stays. */
const answers: (() => boolean | Promise<boolean>)[] = [];

@Injectable()
class ByCard {
  has: Slots['way']['has'] = () => (answers.length > 1 ? answers.shift() : answers[0])?.() ?? false;
}

const cards = { name: 'cards', providers: [ByCard], slots: { way: ByCard } };

describe.each(platforms())('the last way to sign in on %s', (platform) => {
  let app: TestApp;
  let adapter: MemoryAdapter;
  let ada: PasskeyUser;
  let path: string;

  beforeAll(async () => {
    adapter = new MemoryAdapter();
    app = await startPasskeyApp({
      platform,
      adapter,
      config: { timeout: 0.1 },
      extras: { features: [cards] },
      module: { controllers: [PasskeysController] },
    });
  });
  let users = 0;
  beforeEach(async () => {
    answers.length = 0;
    ada = new PasskeyUser(app);
    const { authenticator } = await ada.register(`ada${(users += 1)}@example.com`);
    path = `/passkeys/${authenticator.credentialId.toString('base64url')}`;
  });
  afterAll(() => app.close());

  const remove = () => ada.browser.request('DELETE', path);
  const passkeys = async () => (await ada.browser.get('/passkeys')).json<unknown[]>();

  it('is not removed, and 409 says what to do', async () => {
    const response = await remove();

    expect(response.status).toBe(409);
    expect(response.text).toContain('add another way first');
    expect(await passkeys()).toHaveLength(1);
  });

  it('may be removed if the user can sign in by what a feature stores', async () => {
    answers.push(() => true);

    expect((await remove()).status).toBe(204);
  });

  it.each([
    ['throws', () => Promise.reject(new Error('the card office is closed'))],
    ['hangs', () => new Promise<never>(() => undefined)],
  ])('is not removed if the feature %s', async (_, fails) => {
    answers.push(fails);

    expect((await remove()).status).toBe(500);
    expect(await passkeys()).toHaveLength(1);
  });

  it('is restored if the other way is gone after the removal', async () => {
    answers.push(
      () => true,
      () => false,
    );

    expect((await remove()).status).toBe(409);
    expect(await passkeys()).toHaveLength(1);
  });

  it('is restored if nobody knows after the removal whether another way is left', async () => {
    answers.push(
      () => true,
      () => Promise.reject(new Error('the card office is closed')),
    );

    expect((await remove()).status).toBe(500);
    expect(await passkeys()).toHaveLength(1);
  });

  it('does not count a truthy answer that is not true', async () => {
    answers.push(() => 'yes' as never);

    expect((await remove()).status).toBe(409);
  });
});

describe.each(platforms())('mail and the last way to sign in on %s', (platform) => {
  it('does not count an account of mail for an address to which nothing can be sent', async () => {
    const adapter = new MemoryAdapter();
    const mail = Email({ sendVerificationRequest: () => Promise.resolve() });
    const app = await startPasskeyApp({
      platform,
      adapter,
      config: { providers: [mail, Passkey({})] },
      module: { controllers: [PasskeysController] },
    });
    const ada = new PasskeyUser(app);
    const { authenticator } = await ada.register();
    const { id: userId = '' } = (await adapter.getUserByEmail('ada@example.com')) ?? {};
    const account = { type: 'email', provider: 'email', providerAccountId: 'ada@example.com' };
    await adapter.linkAccount(anAccount({ userId, ...account } as never));
    await adapter.updateUser({ id: userId, email: 'staff-17' });

    const id = authenticator.credentialId.toString('base64url');
    const { status } = await ada.browser.request('DELETE', `/passkeys/${id}`);

    expect(status).toBe(409);
    await app.close();
  });
});
