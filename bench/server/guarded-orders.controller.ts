import { SessionGuard } from '@authnest/core';
import { Controller, Get, UseGuards } from '@nestjs/common';
import { ORDERS } from './bare.application.js';

/** The same route, for those who are signed in. */
@Controller('orders')
@UseGuards(SessionGuard)
export class GuardedOrdersController {
  @Get() list(): typeof ORDERS {
    return ORDERS;
  }
}
