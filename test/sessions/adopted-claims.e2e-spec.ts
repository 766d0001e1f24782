import { randomUUID } from 'node:crypto';
import { encode, SessionService } from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';
import { NOON, setClock, startClock, stopClock } from '../support/clock.js';
import { MapRegistry } from '../support/map-registry.js';
import { plainOAuth } from '../support/plain-oauth.js';
import { SECRET, TestApp } from '../support/test-app.js';

const YEARS = (NOON + 3 * 365 * 86_400_000).toString(36);
const SALT = 'authjs.session-token';

describe.each([
  ['with a registry', 'registry'],
  ['without a registry', 'none'],
])('a token of an Auth.js application whose callback lets clients add claims, %s', (_, kept) => {
  it.each<[string, object]>([
    ['none', {}],
    ['sid', { sid: 'zzzzzzzzz~x' }],
    ['authnest_own', { authnest_own: true }],
    ['a sid like ours', { sid: `${'x'.repeat(43)}.zzzzzzzzz` }],
    ['a sid like ours of the coming years', { sid: `${'x'.repeat(43)}.${YEARS}` }],
  ])('ends when all access of the user ends, with %s (ID28, CT8)', async (_name, claims) => {
    const adapter = new MemoryAdapter();
    stopClock();
    const revocation = kept === 'registry' ? new MapRegistry() : undefined;
    const app = await TestApp.start({
      platform: 'express',
      config: {
        adapter,
        providers: [plainOAuth()],
        session: { strategy: 'jwt', updateAge: 0, ...(revocation && { revocation }) },
      },
    });
    const user = await adapter.createUser({
      id: randomUUID(),
      email: 'v@x.example',
      emailVerified: new Date(),
    });
    const token = await encode({
      token: { sub: user.id, email: user.email, ...claims },
      secret: SECRET,
      salt: SALT,
    });
    const thief = app.client();
    thief.cookies.set(SALT, token);
    setClock(2);
    await app.app.get(SessionService).endAccess(user.id);
    const left = await thief.session();
    const again = await thief.session();
    await adapter.deleteUser(user.id);
    const afterDeletion = await thief.session();
    await app.close();
    startClock();
    expect({ left, again, afterDeletion }).toEqual({
      left: null,
      again: null,
      afterDeletion: null,
    });
  });
});
