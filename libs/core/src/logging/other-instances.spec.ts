import { jest } from '@jest/globals';
import { aConfig } from '../../../../test/support/a-context.js';
import { LogCollector } from '../../../../test/support/log-collector.js';
import { reportMismatch, reportUnknownSecret } from './other-instances.js';

const HOUR_MS = 60 * 60 * 1000;

describe('a difference between instances', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('is reported once an hour (D25)', () => {
    const logger = new LogCollector();
    const config = aConfig({ logger });
    const clock = jest.spyOn(performance, 'now');
    for (const ms of [0, 1, HOUR_MS - 1, HOUR_MS, HOUR_MS + 1]) {
      clock.mockReturnValue(ms);
      reportMismatch(config, 'clock-behind');
      reportUnknownSecret(config);
    }

    expect(logger.warnings).toEqual([
      'clock-behind',
      'unknown-secret',
      'clock-behind',
      'unknown-secret',
    ]);
  });
});
