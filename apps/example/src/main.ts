import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';
import { fillEnvironment } from './environment.js';
import { createPlatform } from './platform.js';
import { startMessage, startProblem } from './start-message.js';

let app: INestApplication | undefined;

try {
  const { port } = await fillEnvironment(process.env);
  const platform = await createPlatform(process.env['EXAMPLE_PLATFORM']);
  // Browsers keep connections open for later; without this a shutdown would wait for them.
  app = await NestFactory.create(AppModule, platform, { forceCloseConnections: true });
  app.enableShutdownHooks();
  // Loopback only: the passwords of the demo users are known to everyone.
  await app.listen(port, '127.0.0.1');
  console.log(startMessage(process.env));
} catch (error) {
  console.error(startProblem(error));
  await app?.close();
  process.exit(1);
}
