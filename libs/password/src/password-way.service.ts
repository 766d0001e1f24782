import {
  normalizeEmail,
  type SessionContext,
  type Slots,
  userOfAddress,
} from '@authnest/core/feature';
import { Injectable } from '@nestjs/common';
import { adapterOf, storeOf } from './store/store-of.js';

/**
 * Whether a user can sign in by a password: it is stored, and there is an address to type, by which
 * the adapter finds the user. One that is stored in capitals it may not find.
 */
@Injectable()
export class PasswordWayService implements Pick<Slots['way'], 'has'> {
  async has({ config }: SessionContext, userId: string): Promise<boolean> {
    if (!(await storeOf(config).find(userId))) return false;
    const adapter = adapterOf(config);
    const address = normalizeEmail((await adapter.getUser(userId))?.email);
    return address !== null && (await userOfAddress(adapter, address))?.id === userId;
  }
}
