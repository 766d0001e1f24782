import { CurrentUser, SessionGuard, type User } from '@authnest/core';
import { Controller, Get, UseGuards } from '@nestjs/common';

/** An API behind the guard: 401 without a session. */
@Controller('api/me')
@UseGuards(SessionGuard)
export class MeController {
  /** Returns selected fields, since the user of the guard is the whole row. */
  @Get()
  show(@CurrentUser() { name, email, image }: User): Pick<User, 'name' | 'email' | 'image'> {
    return { name, email, image };
  }
}
