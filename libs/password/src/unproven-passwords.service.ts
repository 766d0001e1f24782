import type { ActionContext, CompleteAdapter, RemovalReason } from '@authnest/core/feature';
import { Injectable } from '@nestjs/common';
import { ChosenPasswordsService } from './chosen-passwords.service.js';
import { anyStoreOf } from './store/store-of.js';

/**
 * Removes a password before the address of its user is proven for the first time: a stranger may have
 * typed the address, and set the password. If the user is deleted, it goes after the user.
 */
@Injectable()
export class UnprovenPasswordsService {
  /** A tenant without passwords may share its users with one that has them. */
  readonly runsIfOff = true;

  constructor(private readonly passwords: ChosenPasswordsService) {}

  async begin(
    ctx: ActionContext,
    _: CompleteAdapter,
    userId: string,
    reason: RemovalReason,
  ): Promise<(() => Promise<void>) | undefined> {
    const store = anyStoreOf(ctx.config);
    if (!store) return undefined;
    const remove = async () => store.remove(userId);
    // Of a user who is deleted, it goes after the user: a deletion that fails loses nothing.
    if (reason === 'deletion') return async () => void (await remove());
    await remove();
    return async () => {
      // Somebody who was signed in may have stored one in between, and may have signed in with it.
      if (await remove()) await this.passwords.endOthers(ctx, userId, { isSigningIn: true });
    };
  }
}
