import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { KeyringService } from '../crypto/keyring.service.js';
import type { SessionContext } from '../exchange/session-context.js';
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
    const [key] = this.keyrings.get(ctx.config.jwt.secrets, SALT).keys('A256CBC-HS512');
    if (!key) return [];
    const draw = (...what: readonly (string | number)[]): Buffer =>
      createHmac('sha512', key.macKey).update(JSON.stringify(what)).digest();
    const first = draw(id, name);
    const count = COUNTS[(first[62] ?? 0) % COUNTS.length] ?? 1;
    const more = Array.from({ length: count - 1 }, (_, at) => draw(id, name, at));
    return [first, ...more].map(toDescriptor);
  }
}

function toDescriptor(hash: Buffer): CredentialDescriptor {
  const { bytes, transports } = SHAPES[(hash[63] ?? 0) % SHAPES.length] ?? SHAPES[0];
  return { id: hash.toString('base64url', 0, bytes), type: 'public-key', transports };
}
