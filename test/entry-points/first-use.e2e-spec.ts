import { jest } from '@jest/globals';
import { Auth, type AuthConfig } from '@authnest/core';
import { ConsoleLogger, Logger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { LogCollector } from '../support/log-collector.js';
import { credentials, SECRET } from '../support/test-app.js';

/** The logger of the host application, which collects lines instead of printing them. */
class HostLogger extends ConsoleLogger {
  readonly lines: unknown[] = [];

  override log(message: unknown): void {
    this.lines.push(message);
  }
}

const config = (): AuthConfig => ({
  secret: SECRET,
  trustHost: true,
  logger: new LogCollector(),
  providers: [credentials()],
});

const ask = () => Auth(new Request('http://app.example/auth/session'), config());

// A hook of the whole file: it runs alone, since the first use is the first of all files of a suite.
afterAll(() => {
  jest.restoreAllMocks();
  Logger.overrideLogger(false);
});

describe('the first use of Auth', () => {
  it('creates one context for all requests after a failed start, and logs nothing', async () => {
    const host = new HostLogger();
    Logger.overrideLogger(host);
    const create = jest.spyOn(NestFactory, 'createApplicationContext');
    create.mockRejectedValueOnce(new Error('out of memory'));
    await expect(ask()).rejects.toThrow('out of memory');

    const responses = await Promise.all(Array.from({ length: 50 }, ask));
    new Logger('Host').log('still here');

    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200));
    expect(create).toHaveBeenCalledTimes(2);
    expect(host.lines).toEqual(['still here']);
  });
});
