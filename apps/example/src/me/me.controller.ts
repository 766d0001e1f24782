import { CurrentUser, SessionGuard, type User } from '@authnest/core';
import { Controller, Get, UseGuards } from '@nestjs/common';

/** An API behind the guard: 401 without a session. */
@Controller('api/me')
@UseGuards(SessionGuard)
export class MeController {
  /** Chosen fields, since the user that the guard found is the whole row. */
  @Get()
  show(@CurrentUser() { name, email, image }: User): Pick<User, 'name' | 'email' | 'image'> {
    return { name, email, image };
  }
}
