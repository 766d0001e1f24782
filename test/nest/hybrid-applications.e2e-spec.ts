import { Public, SessionGuard } from '@authnest/core';
import { Controller, type INestApplication, type Type, UseGuards } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { MessagePattern, Server } from '@nestjs/microservices';
import { platforms, TestApp } from '../support/test-app.js';

/** A microservice whose messages a test delivers itself. */
class LocalServer extends Server {
  listen(done: () => void): void {
    done();
  }
  close(): void {}
  on(): void {}
  unwrap<T>(): T {
    return this as unknown as T;
  }
  /** Whether a handler received the message. */
  async deliver(pattern: string): Promise<boolean> {
    const handler = this.getHandlerByPattern(pattern);
    return ((await handler?.('data', {})) as unknown) === 'stock';
  }
}

@Controller()
class StockController {
  @MessagePattern('stock') stock(): string {
    return 'stock';
  }
}

@Controller()
class OpenController {
  @Public()
  @MessagePattern('stock')
  stock(): string {
    return 'stock';
  }
}

@Controller()
@UseGuards(SessionGuard)
class LockedController {
  @MessagePattern('stock') stock(): string {
    return 'stock';
  }
}

const GLOBAL = { provide: APP_GUARD, useClass: SessionGuard };

describe.each(platforms())('a microservice in an application on %s', (platform) => {
  async function start(
    controller: Type,
    { inheritAppConfig = false, providers = [GLOBAL], isConnected = true } = {},
  ) {
    const server = new LocalServer();
    const app = await TestApp.start({
      platform,
      module: { controllers: [controller], providers },
      configure: (nest: INestApplication) => {
        if (isConnected) nest.connectMicroservice({ strategy: server }, { inheritAppConfig });
      },
    });
    return { app, server, warnings: app.logs.warnings };
  }

  it('is not covered by the global guard, and a warning says so (RQ10)', async () => {
    const { app, server, warnings } = await start(StockController);

    expect(await server.deliver('stock')).toBe(true);
    expect(warnings).toEqual(['unguarded-messages']);
    await app.close();
  });

  it('is covered if it inherits the configuration', async () => {
    const { app, server } = await start(StockController, { inheritAppConfig: true });

    expect(await server.deliver('stock')).toBe(false);
    await app.close();
  });

  it.each([
    ['its handlers are public', OpenController, {}, true],
    ['its handlers have the guard', LockedController, {}, false],
    ['no guard is global', StockController, { providers: [] }, true],
  ])('causes no warning if %s', async (_, controller, options, isDelivered) => {
    const { app, server, warnings } = await start(controller, options);

    expect(await server.deliver('stock')).toBe(isDelivered);
    expect(warnings).toEqual([]);
    await app.close();
  });

  it('causes no warning if it is not connected', async () => {
    const { app, warnings } = await start(StockController, { isConnected: false });

    expect(warnings).toEqual([]);
    await app.close();
  });
});
