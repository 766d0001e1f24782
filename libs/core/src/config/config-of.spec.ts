import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { configOf } from './config-of.js';
import { AuthConfigService } from './auth-config.service.js';

describe('a configuration function that does not respond', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    jest.spyOn(Logger.prototype, 'error').mockImplementation(() => {});
  });
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  const hanging = () => new Promise<never>(() => {});

  it('is given up after ten seconds (RQ7)', async () => {
    const calls = [
      configOf(hanging, {}),
      Promise.resolve(new AuthConfigService(hanging, '/auth', {}).forRequest({})),
    ];
    const refused = calls.map((call) =>
      expect(call).rejects.toThrow('the configuration function did not respond within 10 s'),
    );

    await jest.advanceTimersByTimeAsync(10_000);

    await Promise.all(refused);
  });
});
