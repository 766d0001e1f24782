import type { AdapterUser } from '@authnest/core';
import { type ActionContext, FeaturesService, proveUser } from '@authnest/core/feature';
import { Injectable } from '@nestjs/common';
import { adapterOf } from './store/store-of.js';

/** Notes that a person has followed a link that was mailed to the address of a user. */
@Injectable()
export class AddressProofService {
  constructor(private readonly features: FeaturesService) {}

  /**
   * Proves the address of a user, if it was not proven. What gave access to the user before is
   * removed then: somebody else may have set it up.
   * @returns the user as stored then
   */
  async prove(ctx: ActionContext, user: AdapterUser): Promise<AdapterUser> {
    if (user.emailVerified) return user;
    const adapter = adapterOf(ctx.config);
    return proveUser(ctx, adapter, user, () => this.features.removing(ctx, adapter, user.id));
  }
}
