import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Server } from 'node:http';
import { endConnectionsOnClose } from './end-connections.js';
import { fillEnvironment } from './environment.js';
import { ExampleModule } from './example.module.js';
import { allowOtherOrigin } from './other-origin/other-origin.js';
import { createPlatform } from './platform.js';
import { startMessage, startProblem } from './start-message.js';

let app: INestApplication<Server> | undefined;

try {
  const plan = await fillEnvironment(process.env);
  const platform = await createPlatform(process.env['EXAMPLE_PLATFORM'], plan);
  app = await NestFactory.create(ExampleModule.of(plan), platform, {
    // A shutdown would wait for connections that browsers open in advance; balancers open none.
    forceCloseConnections: !plan.isBehindBalancer,
  });
  // `useProcessExit`, since a signal does not end a process with id 1, as in a container.
  app.enableShutdownHooks([], { useProcessExit: true });
  endConnectionsOnClose(app);
  allowOtherOrigin(app);
  // Loopback only: the passwords of the demo users are public.
  await app.listen(plan.port, '127.0.0.1');
  console.log(startMessage(process.env));
} catch (error) {
  console.error(startProblem(error));
  await app?.close();
  process.exit(1);
}
