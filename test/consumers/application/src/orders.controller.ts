import { CurrentUser, SessionGuard, type User } from '@authnest/core';
import { Controller, Get, UseGuards } from '@nestjs/common';

@Controller('orders')
@UseGuards(SessionGuard)
export class OrdersController {
  @Get()
  list(@CurrentUser() user: User): string[] {
    return [`tea for ${user.email}`];
  }
}
