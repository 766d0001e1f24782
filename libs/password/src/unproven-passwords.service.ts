import type { ActionContext, CompleteAdapter, RemovalReason } from '@authnest/core/feature';
import { Injectable } from '@nestjs/common';
import { storeOf } from './store/store-of.js';

/**
 * Removes a password before the address of its user is proven for the first time: a stranger may have
 * typed the address, and set the password. If the user is deleted, it goes after the user.
 */
@Injectable()
export class UnprovenPasswordsService {
  async begin(
    { config }: ActionContext,
    _: CompleteAdapter,
    userId: string,
    reason: RemovalReason,
  ): Promise<() => Promise<void>> {
    const remove = async (): Promise<void> => {
      await storeOf(config).remove(userId);
    };
    // Of a user who is deleted, it goes after the user: a deletion that fails loses nothing.
    if (reason !== 'deletion') await remove();
    // A removal by somebody who is signed in may have been undone in between.
    return remove;
  }
}
