import type { AdapterUser } from '@authnest/core';
import type { SessionContext } from '@authnest/core/feature';
import { Injectable } from '@nestjs/common';
import { storeOf } from './store/store-of.js';

/** Exports when a password was set, and nothing from which it could be guessed. */
@Injectable()
export class ExportedPasswordService {
  async run({ config }: SessionContext, user: AdapterUser): Promise<object | undefined> {
    const stored = await storeOf(config).find(user.id);
    return stored ? { changedAt: stored.changedAt.toISOString() } : undefined;
  }
}
