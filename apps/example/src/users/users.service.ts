import type { User } from '@authnest/core';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DEMO_USERS, type DemoUser } from './demo-users.js';
import { hashPassword, isPassword } from './password.js';

/** A user as stored in a database, with the hash of the password. */
interface StoredUser {
  readonly user: User;
  readonly passwordHash: string;
}

/** Checks the passwords of users. In your application, it would query a repository. */
@Injectable()
export class UsersService implements OnModuleInit {
  private readonly byEmail = new Map<string, StoredUser>();
  private decoyHash = '';

  async onModuleInit(): Promise<void> {
    this.decoyHash = await hashPassword('nobody has this password');
    const remember = async ({ password, ...user }: DemoUser): Promise<void> => {
      this.byEmail.set(user.email, { user, passwordHash: await hashPassword(password) });
    };
    await Promise.all(DEMO_USERS.map(remember));
  }

  /**
   * Returns the user with this address and password, or null if either is wrong.
   * @param email - as typed, in upper or lower case
   */
  async verify(email = '', password = ''): Promise<User | null> {
    const known = this.byEmail.get(email.trim().toLowerCase());
    // Also checks a hash for an unknown address, so that timing does not reveal who is registered.
    const isRight = await isPassword(password, known?.passwordHash ?? this.decoyHash);
    return known && isRight ? known.user : null;
  }
}
