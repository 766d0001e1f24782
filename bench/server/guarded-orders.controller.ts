import { SessionGuard } from '@authnest/core';
import { Controller, Get, UseGuards } from '@nestjs/common';
import { ORDERS } from './bare.application.js';

/** The route of the bare application, for signed-in users only. */
@Controller('orders')
@UseGuards(SessionGuard)
export class GuardedOrdersController {
  @Get() list(): typeof ORDERS {
    return ORDERS;
  }
}
