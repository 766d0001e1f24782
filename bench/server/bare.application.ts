import { Controller, Get, Module, type Type } from '@nestjs/common';

/** Response of the route, with or without a guard. */
export const ORDERS = { orders: [{ id: 1, title: 'Tea' }] };

@Controller('orders')
class OrdersController {
  @Get() list(): typeof ORDERS {
    return ORDERS;
  }
}

@Module({ controllers: [OrdersController] })
class BareModule {}

/** An application with one route and no sign-in. */
export function bareApplication(): Type {
  return BareModule;
}
