import { Controller, Get, Module, type Type } from '@nestjs/common';

/** The response of the route, with and without a guard. */
export const ORDERS = { orders: [{ id: 1, title: 'Tea' }] };

@Controller('orders')
class OrdersController {
  @Get() list(): typeof ORDERS {
    return ORDERS;
  }
}

@Module({ controllers: [OrdersController] })
class BareModule {}

/** One route and no sign-in. */
export function bareApplication(): Type {
  return BareModule;
}
