import { Module } from '@nestjs/common';
import { UsersService } from './users.service.js';

/** Who can sign in with a password. */
@Module({ providers: [UsersService], exports: [UsersService] })
export class UsersModule {}
