// Compiled with the installed packages and the oldest supported peers.
import {
  AuthModule,
  AuthService,
  Credentials,
  CurrentUser,
  OnAuthEvent,
  SessionGuard,
  type AuthEvents,
  type User,
} from '@authnest/core';
import { GitHub } from '@authnest/providers';
import { authEntities, authMigrations, TypeOrmAdapter, TypeOrmAuthModule } from '@authnest/typeorm';
import { Controller, Get, Injectable, Module, UseGuards } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

@Injectable()
export class Audit {
  constructor(readonly auth: AuthService) {}

  @OnAuthEvent('signIn') record({ user }: AuthEvents['signIn']): string | undefined {
    return user.id;
  }
}

@Controller('me')
@UseGuards(SessionGuard)
export class MeController {
  @Get() me(@CurrentUser() user: User): User {
    return user;
  }
}

@Module({
  imports: [
    TypeOrmModule.forRoot({
      type: 'better-sqlite3',
      database: ':memory:',
      entities: [...authEntities()],
      migrations: [...authMigrations()],
    }),
    AuthModule.forRootAsync({
      imports: [TypeOrmAuthModule.forFeature()],
      inject: [TypeOrmAdapter],
      useFactory: (adapter: TypeOrmAdapter) => ({
        adapter,
        providers: [GitHub, Credentials({ authorize: () => null })],
      }),
    }),
  ],
  controllers: [MeController],
  providers: [Audit],
})
export class AppModule {}
