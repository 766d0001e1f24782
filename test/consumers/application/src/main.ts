import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';

async function bootstrap(): Promise<void> {
  const app = await NestFactory.create(AppModule, { logger: ['warn', 'error'] });
  await app.listen(process.env['PORT'] ?? 3000, '127.0.0.1');
}
void bootstrap();
