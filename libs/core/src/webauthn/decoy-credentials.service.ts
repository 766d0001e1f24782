import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { ContentKey } from '../crypto/keyring.js';
import { KeyringService } from '../crypto/keyring.service.js';
import type { SessionContext } from '../request/context/session-context.js';
import type { ResolvedWebAuthnProvider } from '../provider/resolved-provider.js';

/** A credential that a browser may use, as listed in the options. */
export interface CredentialDescriptor {
  /** base64url */
  readonly id: string;
  readonly type: 'public-key';
  readonly transports?: readonly string[];
}

const SALT = 'authnest.webauthn.decoy';

/** What common authenticators return: an id of this length, in bytes, and these transports. */
const SHAPES = [
  { bytes: 32, transports: ['internal'] },
  { bytes: 20, transports: ['hybrid', 'internal'] },
  { bytes: 16, transports: ['hybrid', 'internal'] },
  { bytes: 32, transports: ['hybrid', 'internal'] },
] as const;

/** How many bytes at the end of a decoy's id show that it is one, to us only. */
const MARK = 8;

/** Number of passkeys per user: mostly one, sometimes two, rarely three. */
const COUNTS = [1, 1, 1, 1, 1, 2, 2, 3] as const;

/**
 * Creates decoys for an address that has no credentials, so that options do not reveal which
 * addresses do. An address gets the same decoys as long as the first secret stays: each change
 * reveals which addresses are known. The last secret would change more often during a rotation,
 * which adds the new one at the end before it swaps the two.
 * @see WebAuthn section 14.6.2; docs/design/decisions.md 17
 */
@Injectable()
export class DecoyCredentialsService {
  constructor(private readonly keyrings: KeyringService) {}

  /** @param name - the name in the request, usually an address */
  of(ctx: SessionContext, { id }: ResolvedWebAuthnProvider, name: string): CredentialDescriptor[] {
    const [key] = this.keysOf(ctx);
    if (!key) return [];
    const draw = (...what: readonly (string | number)[]): Buffer => hash(key, JSON.stringify(what));
    const first = draw(id, name);
    const count = COUNTS[(first[62] ?? 0) % COUNTS.length] ?? 1;
    const more = Array.from({ length: count - 1 }, (_, at) => draw(id, name, at));
    return [first, ...more].map((drawn) => toDescriptor(key, drawn));
  }

  /**
   * Whether an id was issued as a decoy. Its registration must be refused, like that of the id of a
   * passkey. Otherwise, registering an id would reveal which of the two it is.
   * @see docs/design/security-bar.md ID13
   */
  includes(ctx: SessionContext, id: Uint8Array): boolean {
    const bytes = Buffer.from(id);
    if (bytes.length <= MARK) return false;
    const [drawn, mark] = [bytes.subarray(0, -MARK), bytes.subarray(-MARK)];
    return this.keysOf(ctx).some((key) => timingSafeEqual(markOf(key, drawn), mark));
  }

  private keysOf({ config }: SessionContext): readonly ContentKey[] {
    return this.keyrings.get(config.jwt.secrets, SALT).keys('A256CBC-HS512');
  }
}

function toDescriptor(key: ContentKey, drawn: Buffer): CredentialDescriptor {
  const { bytes, transports } = SHAPES[(drawn[63] ?? 0) % SHAPES.length] ?? SHAPES[0];
  const start = drawn.subarray(0, bytes - MARK);
  const id = Buffer.concat([start, markOf(key, start)]).toString('base64url');
  return { id, type: 'public-key', transports };
}

function markOf(key: ContentKey, drawn: Buffer): Buffer {
  return hash(key, drawn).subarray(0, MARK);
}

function hash({ macKey }: ContentKey, data: string | Buffer): Buffer {
  return createHmac('sha512', macKey).update(data).digest();
}
