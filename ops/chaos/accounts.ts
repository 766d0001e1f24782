import type { DemoAccount } from '../../apps/identity-provider/src/index.js';
import { subOf } from './person.js';

/** Returns one account per person. */
export function accountsOf(count: number): DemoAccount[] {
  return Array.from({ length: count }, (_, nth) => ({
    sub: subOf(nth),
    name: `Person ${nth}`,
    email: `${subOf(nth)}@example.com`,
    email_verified: true,
  }));
}
