import {
  type AuthConfig,
  CurrentSession,
  type Session,
  SessionGuard,
  type SessionList,
} from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';
import { Controller, Get, UseGuards } from '@nestjs/common';
import { MapRegistry } from '../support/map-registry.js';
import { expectSignedOut, MeController, SESSION } from '../support/signed-out.js';
import { JANE, platforms, TestApp } from '../support/test-app.js';

@Controller('session')
@UseGuards(SessionGuard)
class SessionController {
  @Get('id') id(@CurrentSession() session: Session): object {
    return { id: session.id };
  }
}

const kinds: [name: string, config: () => Partial<AuthConfig>][] = [
  ['a database session', () => ({ adapter: new MemoryAdapter() })],
  [
    'a stateless session in a registry',
    () => ({ session: { strategy: 'jwt', revocation: new MapRegistry(), updateAge: 0 } }),
  ],
];

describe.each(platforms())('the id of a session on %s', (platform) => {
  let app: TestApp;
  afterEach(() => app.close());

  const start = async (config: Partial<AuthConfig>) => {
    app = await TestApp.start({
      platform,
      config,
      module: { controllers: [SessionController, MeController] },
    });
    const browser = app.client();
    await browser.signIn('credentials', JANE);
    const id = async () => (await browser.get('/session/id')).json<{ id?: string }>().id;
    return { browser, id };
  };

  it.each(kinds)(
    'of %s is the one in the list, never changes, and is not accepted as a token (K39)',
    async (_, config) => {
      const { browser, id } = await start(config());

      const first = await id();

      const [listed] = (await browser.get('/auth/sessions')).json<SessionList>().items;
      expect(first).toMatch(/^[\w-]{22}$/);
      expect([listed?.id, await id()]).toEqual([first, first]);
      expect(await browser.session()).not.toHaveProperty('id');
      await expectSignedOut(app, { [SESSION]: first ?? '' });
    },
  );

  it('is undefined for a stateless session that is not in a registry (K80)', async () => {
    const { id } = await start({ session: { strategy: 'jwt' } });

    expect(await id()).toBeUndefined();
  });
});
