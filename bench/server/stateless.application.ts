import { timingSafeEqual } from 'node:crypto';
import { AuthModule, Credentials, type User } from '@authnest/core';
import { Module, type Type } from '@nestjs/common';
import { PASSWORD, SECRET } from '../workloads.js';
import { GuardedOrdersController } from './guarded-orders.controller.js';

/** Hashes no passwords: the cost would outweigh everything else. */
const byPassword = Credentials({
  credentials: { username: {}, password: { type: 'password' } },
  authorize: ({ username = '', password = '' }): User | null =>
    isPassword(password)
      ? { id: username, name: username, email: `${username}@example.com` }
      : null,
});

const expected = Buffer.from(PASSWORD);

function isPassword(text: string): boolean {
  const given = Buffer.from(text);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

@Module({
  imports: [AuthModule.forRoot({ secret: SECRET, trustHost: true, providers: [byPassword] })],
  controllers: [GuardedOrdersController],
})
class StatelessModule {}

/** An application with sessions in encrypted cookies, and sign-in with credentials. */
export function statelessApplication(): Type {
  return StatelessModule;
}
