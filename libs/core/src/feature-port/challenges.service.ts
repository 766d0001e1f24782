import { deserialize } from 'node:v8';
import { Injectable } from '@nestjs/common';
import type { CompleteAdapter } from '../adapter/complete-adapter.js';
import { randomToken } from '../crypto/random-token.js';
import { AuthError } from '../errors/auth.error.js';
import { MissingAdapter } from '../errors/configuration.errors.js';
import { toError } from '../errors/to-error.js';
import { SealedCookieService } from '../request/context/sealed-cookie.service.js';
import type { SessionContext } from '../request/context/session-context.js';
import {
  CHALLENGE_FIELD,
  type ChallengeOrder,
  type ChallengeProof,
  type FoundChallenge,
  type IssuedChallenge,
} from './challenge.js';
import { hashOf, newCode, readCode } from './challenge-code.js';
import { ChallengeTicketsService } from './challenge-tickets.service.js';
import {
  foundOf,
  idOf,
  type Kept,
  markOf,
  packed,
  type Proof,
  proves,
  type Ticket,
} from './kept-challenge.js';

/** Lifetime, in seconds. @see OWASP ASVS 6.5.5 */
const LIFE = 10 * 60;
/** How many codes may be typed for one challenge, wrong ones and the right one. */
const TRIES = 5;
/** How many codes are valid at once: mails may arrive late, and in another order. */
const NEWEST = 2;
/** How many challenges of a purpose a subject may have, such as in several browsers. */
const MOST = 20;
/** The most that columns of text can hold on every database, in bytes. */
const MOST_BYTES = 65_535;
/** Salt for sealing what is stored; no cookie has this name. */
const SALT = 'authnest:challenge';

/**
 * Issues links and codes that prove a mailbox, and keeps what waits for a person's next step.
 *
 * The store has the hash of a handle, which only the mail and a sealed cookie contain, and seals the
 * rest. A link works once in any browser. A code works in the browser that asked, which has five
 * tries; if it asks again, the two newest codes are valid and the count goes on. What is redeemed by
 * the one is gone for the other. Nothing of it is a session.
 * @throws {MissingAdapter | AdapterError} from every method that needs the store
 * @see OWASP ASVS 6.5.3 to 6.6.3; NIST SP 800-63B-4 section 3.1.3.2
 */
@Injectable()
export class ChallengesService {
  constructor(
    private readonly sealed: SealedCookieService,
    private readonly tickets: ChallengeTicketsService,
  ) {}

  /**
   * Stores a challenge; mail it after that. It replaces the one of the same purpose in this browser,
   * unless it is for a link only.
   * @throws {AuthError} if the data is more than 40 kB, or not data but such as a function
   */
  async issue<T>(ctx: SessionContext, order: ChallengeOrder<T>): Promise<IssuedChallenge> {
    const { purpose, subject, life = LIFE } = order;
    const adapter = adapterOf(ctx);
    const isKept = order.to !== 'link';
    const former = isKept ? await this.former(ctx, order) : undefined;
    const handle = former?.handle ?? randomToken('base64url');
    const secret = randomToken('base64url');
    const code = order.code && newCode(order.code);
    const kept: Kept = {
      link: hashOf(handle, secret),
      codes: [...(code ? [hashOf(handle, readCode(code))] : []), ...(former?.codes ?? [])],
      data: order.data,
    };
    const id = idOf(purpose, handle);
    const data = await this.sealed.seal(ctx, SALT, { id, kept: packed(purpose, kept) }, life);
    if (data.length > MOST_BYTES) {
      throw new AuthError(
        `challenge \`${purpose}\`: has more than ${MOST_BYTES} bytes when sealed`,
      );
    }
    const expires = new Date(Date.now() + life * 1000);
    const attempts = former?.attempts ?? 0;
    await adapter.createChallenge({ id, purpose, subject, data, attempts, expires });
    if (subject !== null) await adapter.deleteChallenges({ subject, purpose, keep: MOST });
    if (isKept) {
      const ticket = { handle, isHere: true, ...(order.to === 'browser' && { secret }) };
      await this.tickets.write(ctx, purpose, ticket, expires);
    }
    return { token: `${handle}${secret}`, ...(code && { code }), expires };
  }

  /** Returns what this browser, or a link, may redeem, and uses nothing up; null if there is none. */
  async look<T>(
    ctx: SessionContext,
    purpose: string,
    token?: string,
  ): Promise<FoundChallenge<T> | null> {
    const ticket = this.ticketOf(ctx, purpose, token);
    if (!ticket) return null;
    const row = await adapterOf(ctx).getChallenge(idOf(purpose, ticket.handle));
    const kept = this.opened(ctx, row);
    if (!row || !kept) return null;
    const found = foundOf<T>(row.subject, kept, ticket);
    // A browser that asked for an older mail too has followed the link of that.
    if (!found.isProven && !(found.isHere && token === undefined)) return null;
    if (token === undefined) ctx.challenge = markOf(purpose, ticket.handle);
    return found;
  }

  /**
   * Keeps the token of a link in this browser, so that it leaves the address bar. Uses nothing up.
   * @returns the challenge; null, having kept nothing, if the link is not valid
   */
  async keep<T>(
    ctx: SessionContext,
    purpose: string,
    token: string,
  ): Promise<FoundChallenge<T> | null> {
    const found = await this.look<T>(ctx, purpose, token);
    const ticket = this.tickets.read(ctx, purpose, token);
    if (!found || !ticket) return null;
    await this.tickets.write(ctx, purpose, ticket, new Date(Date.now() + LIFE * 1000));
    return found;
  }

  /**
   * Uses a challenge up: of several callers, one gets it. A wrong code counts as a try. Whoever ends
   * something by it, such as a password, also calls {@link end} for the others of the subject.
   * @returns null if it is absent, expired or used up, or the proof is wrong
   */
  async redeem<T>(
    ctx: SessionContext,
    purpose: string,
    { token, code }: ChallengeProof = {},
  ): Promise<FoundChallenge<T> | null> {
    const ticket = this.ticketOf(ctx, purpose, token);
    if (!ticket) return null;
    const proof: Proof = code === undefined || token !== undefined ? ticket : { ...ticket, code };
    const id = idOf(purpose, ticket.handle);
    const adapter = adapterOf(ctx);
    const before =
      'code' in proof
        ? await adapter.tryChallenge({ id, attempts: TRIES })
        : await adapter.getChallenge(id);
    if (!proves(this.opened(ctx, before), proof)) return null;
    const taken = await adapter.takeChallenge(id);
    const kept = this.opened(ctx, taken);
    // Only the cookie of this challenge: a link may be of another one.
    if (this.tickets.read(ctx, purpose)?.handle === ticket.handle) {
      this.tickets.forget(ctx, purpose);
    }
    if (!taken || !kept || !proves(kept, proof)) return null;
    return foundOf<T>(taken.subject, kept, ticket);
  }

  /** Forgets what waits in this browser. Never rejects: without its cookie it is of no use. */
  async drop(ctx: SessionContext, purpose: string): Promise<void> {
    const ticket = this.tickets.read(ctx, purpose);
    // Another tenant of this host may have set the cookie.
    if (!ticket) return;
    this.tickets.forget(ctx, purpose);
    try {
      await adapterOf(ctx).takeChallenge(idOf(purpose, ticket.handle));
    } catch (thrown) {
      const err = toError(thrown);
      ctx.logger.error(new AuthError(`challenge \`${purpose}\`: was not deleted`, { err }));
    }
  }

  /** Ends the challenges of a subject. @param purpose - @default all */
  async end(
    { config }: Pick<SessionContext, 'config'>,
    subject: string,
    purpose?: string,
  ): Promise<void> {
    await adapterOf({ config }).deleteChallenges({ subject, ...(purpose && { purpose }) });
  }

  /**
   * Returns what a link or this browser may redeem; null if that is another one than the page showed
   * whose form was sent: all tabs share the cookie, and any page can lead a browser to a link.
   */
  private ticketOf(ctx: SessionContext, purpose: string, token?: string): Ticket | null {
    const ticket = this.tickets.read(ctx, purpose, token);
    const shown = token === undefined ? ctx.request.body?.[CHALLENGE_FIELD] : undefined;
    const isOfPurpose = typeof shown === 'string' && shown.startsWith(`${purpose}.`);
    return ticket && isOfPurpose && shown !== markOf(purpose, ticket.handle) ? null : ticket;
  }

  /** Takes the challenge of this browser that a new one replaces, and returns what goes on. */
  private async former(ctx: SessionContext, { purpose, subject, code }: ChallengeOrder<unknown>) {
    const ticket = this.tickets.read(ctx, purpose);
    if (!ticket) return undefined;
    const taken = await adapterOf(ctx).takeChallenge(idOf(purpose, ticket.handle));
    const kept = this.opened(ctx, taken);
    if (!code || !taken || taken.subject !== subject || taken.attempts >= TRIES) return undefined;
    const codes = kept?.codes.slice(0, NEWEST - 1);
    return codes && { handle: ticket.handle, attempts: taken.attempts, codes };
  }

  private opened(ctx: SessionContext, row: { id: string; data: string } | null): Kept | null {
    const claims = row && this.sealed.open(ctx, SALT, row.data);
    if (!row || claims?.['id'] !== row.id) return null;
    return deserialize(Buffer.from(String(claims['kept']), 'base64')) as Kept;
  }
}

function adapterOf({ config }: Pick<SessionContext, 'config'>): CompleteAdapter {
  if (config.adapter) return config.adapter;
  throw new MissingAdapter('challenges need an adapter');
}
