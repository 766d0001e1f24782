import { ConsoleLogger, Logger, type LoggerService } from '@nestjs/common';
import { quietStart } from './quiet-start.js';

class Lines extends ConsoleLogger {
  readonly all: unknown[] = [];

  override log(message: unknown): void {
    this.all.push(message);
  }

  override error(message: unknown): void {
    this.all.push(message);
  }
}

/** Starts like `NestFactory`: sets the given logger, and logs its steps. */
const startAsNest = async (logger: LoggerService, meanwhile: () => void = () => undefined) => {
  Logger.overrideLogger(logger);
  new Logger('NestFactory').log('Starting Nest application...');
  await Promise.resolve();
  meanwhile();
  new Logger('InstanceLoader').log('AuthModule dependencies initialized');
  return 'started';
};

describe('quietStart', () => {
  const host = new Lines();

  beforeEach(() => {
    host.all.length = 0;
    Logger.overrideLogger(host);
  });
  afterAll(() => Logger.overrideLogger(false));

  it('drops the lines of the start, but no line that the host logs meanwhile', async () => {
    const result = await quietStart((logger) =>
      startAsNest(logger, () => {
        new Logger('Host').log('a line');
        new Logger('Host').error('a fault');
      }),
    );
    new Logger('Host').log('afterwards');

    expect(result).toBe('started');
    expect(host.all).toEqual(['a line', 'a fault', 'afterwards']);
  });

  it('keeps a logger that the host sets meanwhile', async () => {
    const newer = new Lines();
    await quietStart((logger) => startAsNest(logger, () => Logger.overrideLogger(newer)));
    new Logger('Host').log('afterwards');

    expect(newer.all).toContain('afterwards');
    expect(host.all).toEqual([]);
  });

  it('stays silent if the host has switched its logger off', async () => {
    Logger.overrideLogger(false);

    await quietStart((logger) => startAsNest(logger, () => new Logger('Host').error('a fault')));

    expect(Logger.isLevelEnabled('error')).toBe(false);
  });

  it('restores the logger after a failed start', async () => {
    const failing = quietStart(async (logger) => {
      await startAsNest(logger);
      throw new Error('out of memory');
    });

    await expect(failing).rejects.toThrow('out of memory');
    new Logger('Host').log('afterwards');
    expect(host.all).toEqual(['afterwards']);
  });
});
