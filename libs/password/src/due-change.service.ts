import type { AdapterUser } from '@authnest/core';
import {
  type ActionResult,
  actionUrl,
  type ActionContext,
  redirectTo,
  type VerifiedIdentity,
} from '@authnest/core/feature';
import { Injectable } from '@nestjs/common';
import { PROVIDER, requireSettings } from './settings.js';
import { storeOf } from './store/store-of.js';

/** Lets a sign-in by password wait, if another one has to be chosen first. */
@Injectable()
export class DueChangeService {
  async run(
    ctx: ActionContext,
    { account }: VerifiedIdentity,
    user: AdapterUser | null,
  ): Promise<ActionResult | undefined> {
    if (account.provider !== PROVIDER || !user) return undefined;
    const stored = await storeOf(ctx.config).find(user.id);
    if (!stored?.mustChange) return undefined;
    // Where nobody changes a password, a mailed link leads to another one.
    const { change } = requireSettings(ctx.config);
    return redirectTo(actionUrl(ctx, change ? 'password/change' : 'password/forgot'));
  }
}
