import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { constantTimeEqual } from '../crypto/digests.js';
import { KeyringService } from '../crypto/keyring.service.js';
import { randomToken } from '../crypto/random-token.js';
import type { SessionContext } from '../request/context/session-context.js';

const SALT = 'authnest.webauthn.user-handle';
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
const HANDLE = /^[0-9a-f]{64}$/;

/**
 * Issues user handles, which authenticators store for users: 64 hex characters on the wire. If the
 * user id is a UUID, the handle consists of the id and a proof that we issued it. Otherwise it is
 * random, as in Auth.js, and reveals nothing.
 * @see WebAuthn sections 5.4.3, 14.6.1
 */
@Injectable()
export class UserHandleService {
  constructor(private readonly keyrings: KeyringService) {}

  issue(ctx: SessionContext, userId: string): string {
    if (!UUID.test(userId)) return randomToken('hex');
    const id = userId.replaceAll('-', '');
    return id + this.proofs(ctx, id)[0];
  }

  /** @returns the user id in a handle that we issued; undefined for any other string */
  read(ctx: SessionContext, handle: string): string | undefined {
    if (!HANDLE.test(handle)) return undefined;
    const [id, proof] = [handle.slice(0, 32), handle.slice(32)];
    if (!this.proofs(ctx, id).some((own) => constantTimeEqual(own, proof))) return undefined;
    return id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  }

  /** Returns a proof for each secret, so that a handle remains valid when secrets change. */
  private proofs({ config }: SessionContext, id: string): string[] {
    const keys = this.keyrings.get(config.jwt.secrets, SALT).keys('A256CBC-HS512');
    return keys.map(({ macKey }) =>
      createHmac('sha256', macKey).update(id).digest('hex').slice(0, 32),
    );
  }
}
