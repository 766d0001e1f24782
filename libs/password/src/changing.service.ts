import type { AdapterUser } from '@authnest/core';
import {
  type ActionContext,
  CurrentSessionService,
  formFields,
  SignInService,
} from '@authnest/core/feature';
import { Injectable } from '@nestjs/common';
import { PROVIDER } from './settings.js';
import type { StoredPassword } from './store/password-store.js';
import { adapterOf, storeOf } from './store/store-of.js';

/** Whoever changes the password: is signed in, or signs in and has to. */
export interface Changing {
  readonly user: AdapterUser;
  readonly stored: StoredPassword | null;
  /** Whether it is a sign-in that waits. */
  readonly due: boolean;
  readonly callbackUrl?: string;
}

/** Finds out who changes a password. */
@Injectable()
export class ChangingService {
  constructor(
    private readonly sessions: CurrentSessionService,
    private readonly signIns: SignInService,
  ) {}

  /** @returns null if nobody is signed in, and nobody waits */
  async find(ctx: ActionContext): Promise<Changing | null> {
    const { config } = ctx;
    // Only the page of somebody who is signed in has this field. A sign-in that waits in the same browser
    // may be another person's.
    const isSignedIn = formFields(ctx)['current'] !== undefined;
    const pending = isSignedIn ? null : await this.signIns.waiting(ctx, PROVIDER);
    if (pending?.userId) {
      const { userId, identity } = pending;
      const stored = await storeOf(config).find(userId);
      const user = stored?.mustChange ? await adapterOf(config).getUser(userId) : null;
      // Somebody who proved the address may have set a password meanwhile: the one that was proven
      // here is worthless then.
      if (user) return { user, stored, due: true, callbackUrl: identity.callbackUrl };
    }
    const user = await this.sessions.currentUser(ctx);
    return user && { user, stored: await storeOf(config).find(user.id), due: false };
  }
}
