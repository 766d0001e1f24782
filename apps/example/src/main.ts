import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Server } from 'node:http';
import { endConnectionsOnClose } from './end-connections.js';
import { fillEnvironment } from './environment.js';
import { ExampleModule } from './example.module.js';
import { createPlatform } from './platform.js';
import { startMessage, startProblem } from './start-message.js';

let app: INestApplication<Server> | undefined;

try {
  const plan = await fillEnvironment(process.env);
  const platform = await createPlatform(process.env['EXAMPLE_PLATFORM'], plan);
  app = await NestFactory.create(ExampleModule.of(plan), platform, {
    // Browsers open connections ahead of use, and a shutdown would wait for them; balancers do not.
    forceCloseConnections: !plan.isBehindBalancer,
  });
  // Also as process 1 of a container, which the signal does not end by itself.
  app.enableShutdownHooks([], { useProcessExit: true });
  endConnectionsOnClose(app);
  // Loopback only: the passwords of the demo users are known to everyone.
  await app.listen(plan.port, '127.0.0.1');
  console.log(startMessage(process.env));
} catch (error) {
  console.error(startProblem(error));
  await app?.close();
  process.exit(1);
}
