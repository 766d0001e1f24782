import type { AdapterSession, AuthConfig } from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';
import { MapRegistry } from '../support/map-registry.js';
import { JANE, platforms, TestApp } from '../support/test-app.js';

const DAY = 24 * 60 * 60 * 1000;
const [platform = 'express'] = platforms();

describe.each(['database', 'jwt'] as const)('a limit of %s sessions', (strategy) => {
  it.each([1, 3, 100])(
    'of %d lets a sign-in in beside sessions of an instance whose clock is ahead (K40)',
    async (maxPerUser) => {
      const adapter = new MemoryAdapter();
      const registry = new MapRegistry();
      const revocation = strategy === 'jwt' ? { revocation: registry } : {};
      const session: AuthConfig['session'] = { strategy, maxPerUser, ...revocation };
      const app = await TestApp.start({ platform, config: { adapter, session } });
      await app.client().signIn('credentials', JANE);
      const user = await adapter.getUserByEmail('jane@example.com');
      const userId = user?.id ?? [...registry.records.values()][0]?.userId ?? '';
      for (let nth = 0; nth < maxPerUser; nth += 1) {
        const id = `ahead-${nth}-${'a'.repeat(32)}`;
        const createdAt = new Date(Date.now() + 30_000 + nth);
        const facts = { userId, createdAt, expires: new Date(Date.now() + DAY) };
        if (strategy === 'jwt') registry.record({ ...facts, id });
        else await adapter.createSession({ ...facts, sessionToken: id } as AdapterSession);
      }
      const browser = app.client();

      await browser.signIn('credentials', JANE);

      const listed = await browser.get('/auth/sessions');
      await app.close();
      expect(listed.status).toBe(200);
      expect(listed.json<{ items: unknown[] }>().items).toHaveLength(maxPerUser);
    },
  );
});
