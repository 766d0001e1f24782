import { Module } from '@nestjs/common';
import { UsersService } from './users.service.js';

/** The users who can sign in with a password. */
@Module({ providers: [UsersService], exports: [UsersService] })
export class UsersModule {}
