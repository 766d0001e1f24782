import { randomUUID } from 'node:crypto';
import type { AdapterUser } from '@authnest/core';
import { argon2id, PasswordService } from '@authnest/password';
import { TypeOrmAdapter } from '@authnest/typeorm';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DEMO_USERS, type DemoUser } from './demo-users.js';

/** Stores the demo users when the application starts, as an import of another application does. */
@Injectable()
export class DemoUsersService implements OnApplicationBootstrap {
  constructor(
    private readonly adapter: TypeOrmAdapter,
    private readonly passwords: PasswordService,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const rows = await Promise.all(
      DEMO_USERS.map(async ({ password, ...profile }) => ({
        userId: (await this.userOf(profile)).id,
        hash: await argon2id().hash(password),
      })),
    );
    // Whoever has a password keeps it, such as after an earlier start.
    await this.passwords.importAll(rows);
  }

  private async userOf(profile: Omit<DemoUser, 'password'>): Promise<AdapterUser> {
    const find = () => this.adapter.getUserByEmail(profile.email);
    const emailVerified = new Date();
    const found = await find();
    if (found) {
      // By a version of the example that stored them without.
      return found.emailVerified ? found : this.adapter.updateUser({ id: found.id, emailVerified });
    }
    try {
      return await this.adapter.createUser({ ...profile, id: randomUUID(), emailVerified });
    } catch (thrown) {
      // Another process may have stored the user in the meantime.
      const stored = await find();
      if (stored) return stored;
      throw thrown;
    }
  }
}
