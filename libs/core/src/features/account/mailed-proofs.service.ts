import { Injectable } from '@nestjs/common';
import { mailSubject, userSubject } from '../../feature-port/challenge.js';
import { ChallengesService } from '../../feature-port/challenges.service.js';
import { normalizeEmail } from '../../model/normalize-email.js';
import type { SessionContext } from '../../request/context/session-context.js';
import { adapterOf } from './adapter-of.js';

/** Ends what was mailed to a user or waits for one: codes, links, and half-done steps. */
@Injectable()
export class MailedProofsService {
  constructor(private readonly challenges: ChallengesService) {}

  /** @param addresses - as stored, or as typed; nothing is known of an empty one */
  async end(ctx: SessionContext, userId: string, addresses: readonly string[]): Promise<void> {
    const adapter = adapterOf(ctx);
    if (adapter.has('deleteChallenges')) {
      await this.challenges.end(ctx, userSubject(userId));
      for (const address of spellings(addresses)) {
        await this.challenges.end(ctx, mailSubject(address));
      }
    }
    if (!adapter.has('deleteVerificationTokensByIdentifier')) return;
    for (const address of spellings(addresses)) {
      await adapter.deleteVerificationTokensByIdentifier(address);
    }
  }
}

/** Links are mailed to the normalized form of an address. */
function spellings(addresses: readonly string[]): Set<string> {
  const all = addresses.flatMap((address) => [address, normalizeEmail(address) ?? address]);
  return new Set(all.filter((address) => address !== ''));
}
