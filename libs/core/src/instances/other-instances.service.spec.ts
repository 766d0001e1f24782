import { jest } from '@jest/globals';
import { aConfig } from '../../../../test/support/a-context.js';
import { LogCollector } from '../../../../test/support/log-collector.js';
import { NOON, startClock, stopClock } from '../../../../test/support/clock.js';
import type { AuthConfig } from '../options/auth-config.js';
import { OtherInstancesService } from './other-instances.service.js';

const HOUR_MS = 60 * 60 * 1000;

function logged(config: Partial<AuthConfig> = {}) {
  const logger = new LogCollector();
  return { config: aConfig({ logger, ...config }), logger };
}

describe('OtherInstancesService', () => {
  beforeEach(() => stopClock());
  afterEach(() => {
    startClock();
    jest.restoreAllMocks();
  });

  it('reports each mismatch once an hour (D25)', () => {
    const { config, logger } = logged();
    const service = new OtherInstancesService();
    const clock = jest.spyOn(performance, 'now');
    for (const ms of [0, 1, HOUR_MS - 1, HOUR_MS, HOUR_MS + 1]) {
      clock.mockReturnValue(ms);
      service.clockIsBehind(config);
      service.unknownSecret(config);
    }

    expect(logger.warnings).toEqual([
      'clock-behind',
      'unknown-secret',
      'clock-behind',
      'unknown-secret',
    ]);
  });

  it('reports nothing about limits that are off or shared', () => {
    const service = new OtherInstancesService();
    const later = NOON + HOUR_MS;
    const shared = logged({ limits: { store: { set: () => {} } } });
    const off = logged({ limits: false });
    const alone = logged();
    for (const { config } of [shared, off, alone]) service.wasRead(config, 'x'.repeat(64), later);

    expect([shared, off, alone].map(({ logger }) => logger.warnings)).toEqual([
      [],
      [],
      ['limits-per-instance'],
    ]);
  });

  it('never treats its own sessions as those of another instance, however many there are', () => {
    const { config, logger } = logged();
    const service = new OtherInstancesService();
    const tokens = Array.from({ length: 2500 }, (_, n) => `${n}`.padStart(40, '0'));
    stopClock(NOON + HOUR_MS);
    for (const token of tokens) service.issued(token);

    for (const token of tokens) service.wasRead(config, token, NOON + HOUR_MS);

    expect(logger.warnings).toEqual([]);
  });
});
