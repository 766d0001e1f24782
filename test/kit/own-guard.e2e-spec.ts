import { CurrentSession, CurrentUser, type Session, type User } from '@authnest/core';
import { Controller, Get, type INestApplication, UseGuards } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import request from 'supertest';
import { ApiKeyGuard } from '../fixtures/api-key.guard.js';
import { platforms } from '../support/test-app.js';

@Controller('orders')
@UseGuards(ApiKeyGuard)
class OrdersController {
  @Get() list(@CurrentUser() user: User, @CurrentSession() session: Session) {
    return { customer: user.name, until: session.expires };
  }
}

describe.each(platforms())("the application's own guard on %s", (platform) => {
  let app: INestApplication;

  beforeAll(async () => {
    const testing = await Test.createTestingModule({ controllers: [OrdersController] }).compile();
    const adapter = platform === 'express' ? new ExpressAdapter() : new FastifyAdapter();
    app = testing.createNestApplication(adapter, { logger: false });
    await app.listen(0, '127.0.0.1');
  });
  afterAll(() => app.close());

  it('provides the user and the session to the parameter decorators', async () => {
    const { body } = await request(app.getHttpServer())
      .get('/orders')
      .set('X-API-Key', 'key-of-jane')
      .expect(200);

    expect(body).toEqual({ customer: 'Jane', until: '2999-12-31T23:59:59.999Z' });
    await request(app.getHttpServer()).get('/orders').set('X-API-Key', 'another').expect(401);
  });
});
