import { SessionGuard } from '@authnest/core';
import { APP_GUARD } from '@nestjs/core';
import { ThrottlerGuard, ThrottlerModule } from '@nestjs/throttler';
import { platforms, TestApp } from '../../support/test-app.js';
import { OrdersController } from '../../support/whole-job.js';

// Serves an application behind ThrottlerGuard and prints its URL. Arguments: the platform, and the
// limit of requests per minute and handler. It runs in a separate process because
// `@nestjs/throttler` is CommonJS, and Jest cannot let CommonJS load Nest 12 on Node 20.
const [, , name, limit] = process.argv;
const platform = platforms().find((known) => known === name) ?? 'express';

const { url } = await TestApp.start({
  platform,
  module: {
    controllers: [OrdersController],
    imports: [ThrottlerModule.forRoot([{ ttl: 60_000, limit: Number(limit) }])],
    providers: [
      { provide: APP_GUARD, useClass: ThrottlerGuard },
      { provide: APP_GUARD, useClass: SessionGuard },
    ],
  },
});
console.log(url);
