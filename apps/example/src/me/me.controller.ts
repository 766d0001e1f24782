import { CurrentUser, SessionGuard, type User } from '@authnest/core';
import { Controller, Get, UseGuards } from '@nestjs/common';

/** An API behind the guard: responds with 401 if there is no session. */
@Controller('api/me')
@UseGuards(SessionGuard)
export class MeController {
  /** Returns only selected fields, since the guard loads the whole row of the user. */
  @Get()
  show(@CurrentUser() { name, email, image }: User): Pick<User, 'name' | 'email' | 'image'> {
    return { name, email, image };
  }
}
