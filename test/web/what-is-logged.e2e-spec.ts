import { AccessDenied, type AuthConfig, AuthService, type LoggerInstance } from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';
import {
  Controller,
  ForbiddenException,
  Get,
  type LoggerService,
  Req,
  Res,
  UseGuards,
} from '@nestjs/common';
import { SessionGuard } from '@authnest/core';
import { plainOAuth } from '../support/plain-oauth.js';
import { MeController } from '../support/signed-out.js';
import { credentials, JANE, PASSWORD, platforms, TestApp } from '../support/test-app.js';

type Level = 'log' | 'warn' | 'error';

/** A Nest logger that records each call with its level and all its arguments. */
class Lines implements LoggerService {
  readonly all: { level: Level; args: unknown[] }[] = [];
  readonly log = this.keep('log');
  readonly warn = this.keep('warn');
  readonly error = this.keep('error');

  /** Returns the lines that Authnest logged at a level. */
  at(level: Level): string[] {
    return this.all
      .filter((line) => line.level === level && line.args.at(-1) === 'Authnest')
      .map(({ args }) => String(args[0]));
  }

  private keep(level: Level): (...args: unknown[]) => void {
    return (...args) => void this.all.push({ level, args });
  }
}

@Controller('leave')
@UseGuards(SessionGuard)
class LeavingController {
  constructor(private readonly auth: AuthService) {}

  @Get() leave(@Req() request: never, @Res({ passthrough: true }) response: never) {
    return this.auth.signOut({ request, response });
  }
}

describe.each(platforms())('the log on %s', (platform) => {
  let app: TestApp;
  let lines: Lines;

  async function start(config: Partial<AuthConfig> = {}): Promise<void> {
    lines = new Lines();
    const own = { providers: [credentials(), plainOAuth()], logger: undefined, ...config };
    const module = { controllers: [MeController, LeavingController] };
    app = await TestApp.start({
      platform,
      config: own,
      module,
      configure: (nest) => nest.useLogger(lines),
    });
    lines.all.length = 0;
  }
  afterEach(async () => {
    await app.close();
    app.app.useLogger(false);
  });

  it.each<[string, string, () => Promise<unknown>]>([
    [
      'a wrong password',
      'CredentialsSignin',
      () => app.client().signIn('credentials', { ...JANE, password: 'wrong' }),
    ],
    ['a form without its token', 'MissingCSRF', () => app.client().post('/auth/signout', {})],
    [
      'a form from another site',
      'UntrustedOrigin',
      async () => {
        const browser = app.client();
        const form = { csrfToken: await browser.csrfToken() };
        await browser.post('/auth/signout', { form, headers: { origin: 'https://evil.test' } });
      },
    ],
    ['an unknown provider', 'InvalidProvider', () => app.client().get('/auth/callback/nobody')],
    [
      'an endpoint that does not exist',
      'UnknownAction',
      () => app.client().post('/auth/error', {}),
    ],
    [
      'a callback without a sign-in',
      'InvalidCheck',
      () => app.client().get('/auth/callback/gh?code=x&state=y'),
    ],
  ])('has one warning about %s, and no error (U6)', async (_, type, visit) => {
    await start();

    await visit();

    expect(lines.at('error')).toEqual([]);
    expect(lines.at('warn')).toEqual([
      expect.stringMatching(new RegExp(`^\\[${type}\\] [^\\n]+$`)),
    ]);
    // Only the line and the name of the logger, no stack.
    expect(
      lines.all.filter(({ level }) => level === 'warn').map(({ args }) => args.length),
    ).toEqual([2]);
  });

  it('has a warning about too many attempts, and no error (U6)', async () => {
    await start({ limits: {} });
    const browser = app.client();
    const wrong = { ...JANE, password: 'wrong' };

    for (let attempt = 0; attempt < 30; attempt += 1) await browser.signIn('credentials', wrong);

    expect(lines.at('error')).toEqual([]);
    expect(lines.at('warn').join('\n')).toContain('[RateLimited]');
  });

  it('has a warning for a refusal by a callback, and an error for a callback that failed (U6)', async () => {
    const thrown = { now: new Error('the directory is down') as Error };
    const signIn = (): boolean => {
      throw thrown.now;
    };
    await start({ callbacks: { signIn } });
    const browser = app.client();

    await browser.signIn('credentials', JANE);
    expect(lines.at('error')).toEqual([expect.stringContaining('the directory is down')]);
    for (thrown.now of [new ForbiddenException('not you'), new AccessDenied('not you')]) {
      await browser.signIn('credentials', JANE);
    }

    expect(lines.at('error')).toHaveLength(1);
    expect(lines.at('warn')).toHaveLength(2);
  });

  it('records sign-ins and sign-outs with the user, and refused attempts with the reason (U6)', async () => {
    await start({ adapter: new MemoryAdapter(), session: { strategy: 'database' } });
    const browser = app.client();

    await browser.signIn('credentials', { ...JANE, password: 'wrong' });
    await browser.signIn('credentials', JANE);
    await browser.get('/leave');

    const [refused, linked, signedIn, signedOut] = lines.at('log');
    expect(linked).toMatch(/^account linked \{"provider":"credentials"/);
    expect(refused).toMatch(
      /^sign-in refused \{"provider":"credentials","reason":"CredentialsSignin"\}$/,
    );
    expect(signedIn).toMatch(
      /^signed in \{"provider":"credentials","type":"credentials","userId":"[\w-]+"/,
    );
    expect(signedOut).toMatch(/^signed out \{"userId":"[\w-]+"\}$/);
    const all = JSON.stringify(lines.all.map(({ args }) => args));
    expect(all).not.toContain('jane@example.com');
    expect(all).not.toContain(PASSWORD);
    expect(all).not.toContain(browser.cookies.get('authjs.session-token') ?? PASSWORD);
  });

  it('is written to the configured logger, and facts to that of Nest if it has no `info` (U6)', async () => {
    const warnings: [string, Error | undefined][] = [];
    const older: Pick<LoggerInstance, 'error' | 'warn' | 'debug'> = {
      error: () => undefined,
      warn: (code, error) => void warnings.push([code, error]),
      debug: () => undefined,
    };
    await start({ logger: older });

    await app.client().signIn('credentials', { ...JANE, password: 'wrong' });
    await app.client().signIn('credentials', JANE);

    expect(warnings).toEqual([['CredentialsSignin', expect.any(Error)]]);
    expect(lines.at('log')).toEqual([
      expect.stringContaining('sign-in refused'),
      expect.stringContaining('signed in'),
    ]);
    expect(lines.at('warn')).toEqual([]);
  });

  it('passes facts to `info` of the configured logger, and not to the logger of Nest (U6)', async () => {
    const facts: unknown[] = [];
    await start({ logger: { info: (...fact: unknown[]) => void facts.push(fact) } });

    await app.client().signIn('credentials', JANE);

    expect(facts).toEqual([
      ['signed in', { provider: 'credentials', type: 'credentials', userId: 'id-of-jane' }],
    ]);
    expect(lines.at('log')).toEqual([]);
  });
});

describe.each(platforms())('a store that is down on %s', (platform) => {
  it('results in 503 with Retry-After, in the guard and in the endpoint', async () => {
    let isDown = false;
    const adapter = new MemoryAdapter();
    const read = adapter.getSessionAndUser.bind(adapter);
    adapter.getSessionAndUser = (token) =>
      isDown ? Promise.reject(new Error('down')) : read(token);
    const module = { controllers: [MeController] };
    const config: Partial<AuthConfig> = { adapter, session: { strategy: 'database' } };
    const app = await TestApp.start({ platform, config, module });
    const browser = app.client();
    await browser.signIn('credentials', JANE);
    isDown = true;

    for (const path of ['/me', '/auth/session']) {
      const response = await browser.get(path);

      expect(response.status).toBe(503);
      expect(response.headers['retry-after']).toBe('5');
    }
    await app.close();
  });
});
