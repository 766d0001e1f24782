import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { KeyringService } from '../crypto/keyring.service.js';
import type { SessionContext } from '../exchange/session-context.js';
import type { ResolvedWebAuthnProvider } from '../provider/resolved-provider.js';

/** A credential that a browser may use, as options name it. */
export interface CredentialDescriptor {
  /** base64url */
  readonly id: string;
  readonly type: 'public-key';
  readonly transports?: readonly string[];
}

const SALT = 'authnest.webauthn.decoy';

/** What authenticators in use return: bytes of the id, and transports. */
const SHAPES = [
  { bytes: 32, transports: ['internal'] },
  { bytes: 20, transports: ['hybrid', 'internal'] },
  { bytes: 16, transports: ['hybrid', 'internal'] },
  { bytes: 32, transports: ['hybrid', 'internal'] },
] as const;

/** How many passkeys people have: mostly one, some a second one, few more. */
const COUNTS = [1, 1, 1, 1, 1, 2, 2, 3] as const;

/**
 * Credentials for an address that has none, so that options do not reveal which addresses do. The
 * same for an address whenever it is asked for: another response each time would reveal it.
 * @see WebAuthn section 14.6.2; docs/design/decisions.md 17
 */
@Injectable()
export class DecoyCredentialsService {
  constructor(private readonly keyrings: KeyringService) {}

  /** @param name - what the request names: an address, as a rule */
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
