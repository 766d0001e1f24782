import { type AuthConfigInput, AuthModule, Passkey } from '@authnest/core';
import { MemoryAdapter } from '@authnest/testing';
import { ConsoleLogger, type DynamicModule } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { LogCollector } from '../support/log-collector.js';
import { credentials, type Platform, platforms, SECRET } from '../support/test-app.js';

/** Records the lines that Nest prints at start. */
class StartLog extends ConsoleLogger {
  readonly lines: string[] = [];

  override log(message: unknown): void {
    this.lines.push(String(message));
  }
}

const base = { secret: SECRET, trustHost: true, logger: new LogCollector() };
const withPasskeys = {
  ...base,
  adapter: new MemoryAdapter(),
  providers: [Passkey()],
  experimental: { enableWebAuthn: true },
};

describe.each(platforms())('the routes that Nest maps at start on %s', (platform) => {
  it.each([
    ['without passkeys', { ...base, providers: [credentials()] }, false],
    ['with passkeys', withPasskeys, true],
    ['with a configuration per request', () => withPasskeys, true],
  ])('are those in use: %s (U17)', async (_, input, expected) => {
    const lines = await startedWith(platform, input);

    expect(lines.some((line) => line.includes('webauthn-options'))).toBe(expected);
    expect(lines.filter((line) => line.startsWith('Mapped')).length).toBeGreaterThan(5);
  });

  it('are determined at each start of the same module (U17)', async () => {
    const inputs = [
      { ...base, providers: [credentials()] },
      { ...base, providers: [credentials()] },
      withPasskeys,
      { ...base, providers: [credentials()] },
    ];
    const left = [...inputs];
    const auth = AuthModule.forRootAsync({ useFactory: () => left.shift() ?? withPasskeys });

    const mapped: boolean[] = [];
    for (const _ of inputs) {
      const lines = await started(platform, auth);
      mapped.push(lines.some((line) => line.includes('webauthn-options')));
    }

    expect(mapped).toEqual([false, false, true, false]);
  });

  it('are determined for each module separately (U17)', async () => {
    await startedWith(platform, { ...base, providers: [credentials()] });

    expect(await startedWith(platform, withPasskeys)).toContainEqual(
      expect.stringContaining('webauthn-options'),
    );
  });
});

function startedWith(platform: Platform, input: AuthConfigInput): Promise<string[]> {
  return started(platform, AuthModule.forRoot(input));
}

async function started(platform: Platform, auth: DynamicModule): Promise<string[]> {
  const logger = new StartLog();
  const testing = await Test.createTestingModule({ imports: [auth] })
    .setLogger(logger)
    .compile();
  const adapter = platform === 'express' ? new ExpressAdapter() : new FastifyAdapter();
  const app = testing.createNestApplication(adapter, { logger });
  await app.init();
  await app.close();
  return logger.lines;
}
