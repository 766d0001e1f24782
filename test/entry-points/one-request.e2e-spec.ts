import {
  AuthService,
  type PlatformRequest,
  type PlatformResponse,
  type RegistrationOptionsJSON,
  WebAuthnService,
  Passkey,
} from '@authnest/core';
import { anAuthenticator, MemoryAdapter } from '@authnest/testing';
import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { startPasskeyApp } from '../support/passkeys.js';
import { credentials, JANE, OTTO, platforms, type TestApp } from '../support/test-app.js';

/** What a request reads before and after it signs a user in or out. */
interface Seen {
  readonly before: View;
  readonly after: View;
  readonly options?: string;
}

/** The user according to the session, and the names of the passkeys that are listed. */
interface View {
  readonly user: string | null;
  readonly passkeys: readonly string[] | 'unauthorized';
}

/** Changes the session within a request, and reads it through each service. */
@Controller('one-request')
class OneRequestController {
  constructor(
    private readonly auth: AuthService,
    private readonly passkeys: WebAuthnService,
  ) {}

  @Post('sign-in') @HttpCode(200) async signIn(
    @Req() request: PlatformRequest,
    @Res({ passthrough: true }) response: PlatformResponse,
    @Body() params: Record<string, string>,
  ): Promise<Seen> {
    const before = await this.view(request);
    await this.auth.signIn({ request, response, provider: 'credentials', params });
    const options: RegistrationOptionsJSON = await this.passkeys.registrationOptions(
      request,
      response,
    );
    return { before, after: await this.view(request), options: options.user.name };
  }

  @Post('sign-out') @HttpCode(200) async signOut(
    @Req() request: PlatformRequest,
    @Res({ passthrough: true }) response: PlatformResponse,
  ): Promise<Seen> {
    const before = await this.view(request);
    await this.auth.signOut({ request, response });
    return { before, after: await this.view(request) };
  }

  private async view(request: PlatformRequest): Promise<View> {
    const session = await this.auth.getSession(request);
    const passkeys = await this.passkeys.list(request).then(
      (list) => list.map(({ name }) => `${name}`),
      () => 'unauthorized' as const,
    );
    return { user: session?.user?.name ?? null, passkeys };
  }
}

const NOBODY: View = { user: null, passkeys: 'unauthorized' };

describe.each(platforms())('one request on %s', (platform) => {
  describe.each(['jwt', 'database'] as const)('with %s sessions', (strategy) => {
    let app: TestApp;

    beforeAll(async () => {
      const adapter = new MemoryAdapter();
      // With stateless sessions, a sign-in with a password stores no user.
      for (const name of [JANE.username, OTTO.username]) {
        const own = { id: `id-of-${name}`, name, email: `${name}@example.com` };
        const user = await adapter.createUser({ ...own, emailVerified: null });
        const of = { userId: user.id, providerAccountId: `key-of-${name}` };
        await adapter.linkAccount({ ...of, provider: 'credentials', type: 'credentials' });
        await adapter.createAuthenticator(
          anAuthenticator({ ...of, credentialID: `key-of-${name}`, name: `${name}'s key` }),
        );
      }
      app = await startPasskeyApp({
        platform,
        adapter,
        config: {
          session: { strategy },
          providers: [{ ...credentials(), usersOfAdapter: true }, Passkey()],
        },
        module: { controllers: [OneRequestController] },
      });
    });
    afterAll(() => app.close());

    const janes: View = { user: 'jane', passkeys: ["jane's key"] };
    const ottos: View = { user: 'otto', passkeys: ["otto's key"] };

    it('belongs, for every service, to the user who signs in during it (U21)', async () => {
      const browser = app.client();

      const first = await browser.post('/one-request/sign-in', { json: JANE });
      const second = await browser.post('/one-request/sign-in', { json: OTTO });

      expect(first.json()).toEqual({ before: NOBODY, after: janes, options: 'jane@example.com' });
      expect(second.json()).toEqual({ before: janes, after: ottos, options: 'otto@example.com' });
    });

    it('has, for every service, no user after it signs out (U21)', async () => {
      const browser = app.client();
      await browser.post('/one-request/sign-in', { json: JANE });

      const seen = await browser.post('/one-request/sign-out', { json: {} });

      expect(seen.json()).toEqual({ before: janes, after: NOBODY });
    });
  });
});
