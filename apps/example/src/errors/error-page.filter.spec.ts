import { SessionGuard } from '@authnest/core';
import { AuthTestingModule } from '@authnest/testing';
import { Controller, Get, type INestApplication, UseGuards } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import request from 'supertest';
import { ErrorPageFilter } from './error-page.filter.js';

@Controller()
class FaultyController {
  @Get('closed') @UseGuards(SessionGuard) closed(): void {}

  @Get('broken') broken(): never {
    throw new Error('the disk of 10.0.0.7 is full');
  }
}

const platforms = [
  ['Express', () => new ExpressAdapter()],
  ['Fastify', () => new FastifyAdapter()],
] as const;

describe.each(platforms)('error pages on %s', (_, adapter) => {
  let app: INestApplication;

  beforeAll(async () => {
    const testing = await Test.createTestingModule({
      imports: [AuthTestingModule.forRoot()],
      controllers: [FaultyController],
      providers: [{ provide: APP_FILTER, useClass: ErrorPageFilter }],
    }).compile();
    app = testing.createNestApplication(adapter(), { logger: false });
    await app.listen(0, '127.0.0.1');
  });
  afterAll(() => app.close());

  it.each([
    ['/nowhere', 404, 'Page not found'],
    ['/closed', 401, 'Please sign in'],
    ['/broken', 500, 'Something went wrong'],
  ])('responds to a browser at %s with a page and the status %i', async (path, status, title) => {
    const response = await request(app.getHttpServer()).get(path).set('Accept', 'text/html');

    expect(response.status).toBe(status);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.headers['content-security-policy']).toContain("default-src 'none'");
    expect(response.text).toContain(`<h1>${title}</h1>`);
    expect(response.text).not.toContain('10.0.0.7');
  });

  it.each([
    ['/nowhere', 404],
    ['/closed', 401],
    ['/broken', 500],
  ])('responds to an API client at %s with JSON and the status %i', async (path, status) => {
    const { body } = await request(app.getHttpServer()).get(path).expect(status);

    expect(body).toMatchObject({ statusCode: status });
  });
});
