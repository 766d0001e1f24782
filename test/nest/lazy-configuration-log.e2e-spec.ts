import { ConsoleLogger, Logger } from '@nestjs/common';
import { platforms, TestApp } from '../support/test-app.js';
import { OrdersController } from '../support/whole-job.js';

/** Nest's logger, read and not printed. */
class Lines extends ConsoleLogger {
  readonly errors: string[] = [];

  override error(message: string): void {
    this.errors.push(message);
  }
}

describe.each(platforms)('a configuration function that fails, on %s', (platform) => {
  it.each(['/orders', '/auth/session'])(
    'tells the log once why %s is not available, since it gives no logger of its own',
    async (path) => {
      const app = await TestApp.start({
        platform,
        input: () => Promise.reject(new Error('the tenants cannot be read')),
        module: { controllers: [OrdersController] },
      });
      const lines = new Lines();
      Logger.overrideLogger(lines);

      const { status } = await app.client().get(path);

      Logger.overrideLogger(false);
      expect(status).toBeGreaterThanOrEqual(500);
      expect(lines.errors.filter((line) => line.startsWith('[InvalidConfiguration]'))).toEqual([
        expect.stringContaining('the configuration function failed'),
      ]);
      await app.close();
    },
  );
});
