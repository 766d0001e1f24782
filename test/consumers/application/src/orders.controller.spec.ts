import { SessionGuard } from '@authnest/core';
import { Test } from '@nestjs/testing';
import { OrdersController } from './orders.controller.js';

describe('OrdersController', () => {
  it('lists the orders of the user', async () => {
    const testing = await Test.createTestingModule({ controllers: [OrdersController] })
      .overrideGuard(SessionGuard)
      .useValue({ canActivate: () => true })
      .compile();

    const orders = testing.get(OrdersController).list({ email: 'jane@example.com' });
    expect(orders).toEqual(['tea for jane@example.com']);
  });
});
