import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { AdapterAuthenticator, AdapterUser } from '../adapter/adapter-rows.js';
import type { CompleteAdapter } from '../adapter/complete-adapter.js';
import { sha256Hex } from '../crypto/digests.js';
import type { SessionContext } from '../request/context/session-context.js';
import type { ResolvedWebAuthnProvider } from '../provider/resolved-provider.js';
import type { WebAuthnUserInfo } from '../provider/webauthn-provider.js';
import { adapterOf } from './call-options.js';
import { type CredentialDescriptor, DecoyCredentialsService } from './decoy-credentials.service.js';
import { relyingPartyOf } from './relying-party.js';
import { UserHandleService } from './user-handle.service.js';
import { type NewUser, WebAuthnChallengeService } from './webauthn-challenge.service.js';

/** Input of `PublicKeyCredential.parseRequestOptionsFromJSON`. @see WebAuthn section 5.1.9 */
export interface AuthenticationOptionsJSON {
  readonly challenge: string;
  readonly timeout: number;
  readonly rpId: string;
  readonly userVerification: string;
  readonly allowCredentials?: readonly CredentialDescriptor[];
  readonly extensions?: object;
}

/** Input of `PublicKeyCredential.parseCreationOptionsFromJSON`. @see WebAuthn section 5.1.8 */
export interface RegistrationOptionsJSON {
  readonly challenge: string;
  readonly timeout: number;
  readonly rp: { readonly id: string; readonly name: string };
  readonly user: { readonly id: string; readonly name: string; readonly displayName: string };
  readonly pubKeyCredParams: readonly { readonly type: 'public-key'; readonly alg: number }[];
  readonly attestation: 'none';
  readonly authenticatorSelection: object;
  readonly excludeCredentials: readonly CredentialDescriptor[];
  readonly extensions: object;
}

/**
 * Creates the options for both ceremonies, and their challenge.
 * @see docs/design/wire-contract.md 7.5
 */
@Injectable()
export class WebAuthnOptionsService {
  constructor(
    private readonly challenges: WebAuthnChallengeService,
    private readonly decoys: DecoyCredentialsService,
    private readonly handles: UserHandleService,
  ) {}

  /** @param found - the user whose credentials are accepted; null to accept those of any user */
  async authenticate(
    ctx: SessionContext,
    provider: ResolvedWebAuthnProvider,
    found: WebAuthnUserInfo | null,
  ): Promise<AuthenticationOptionsJSON> {
    const { id: rpId } = await relyingPartyOf(ctx, provider);
    const { timeoutMs, userVerification, extensions } = provider.authentication;
    const allowCredentials = found && (await this.credentialsOf(ctx, provider, found));
    // A random value for an unknown user has the same length as the hash for a known one.
    const allowed = found && sha256Hex(found.user.id ?? randomUUID());
    const challenge = await this.challenges.issue(ctx, provider.id, {
      ...(allowed && { allowed }),
    });
    return {
      challenge,
      timeout: timeoutMs,
      rpId,
      userVerification,
      ...(allowCredentials && { allowCredentials }),
      ...(extensions && { extensions }),
    };
  }

  /** Creates options that register a passkey for the user who is signed in. */
  async registerSessionUser(
    ctx: SessionContext,
    provider: ResolvedWebAuthnProvider,
    user: AdapterUser,
  ): Promise<RegistrationOptionsJSON> {
    const { id, email } = user;
    // Users of some providers have no address, and browsers list passkeys by these names.
    const name = user.name || email || provider.name;
    const excluded = await adapterOf(ctx).listAuthenticatorsByUserId(id);
    // Only the id: browsers refuse a cookie of more than 4096 bytes, and a picture may be larger.
    const challenge = await this.challenges.issue(ctx, provider.id, {
      registerData: { id },
      registers: 'session',
    });
    return this.creationOptions(ctx, provider, {
      challenge,
      user: { id: this.handles.issue(ctx, id), name: email || name, displayName: name },
      excludeCredentials: excluded.map(describe),
    });
  }

  /** Creates options for a new user. Nothing in them depends on whether the address is known. */
  async registerNewUser(
    ctx: SessionContext,
    provider: ResolvedWebAuthnProvider,
    { email, name, image }: NewUser,
  ): Promise<RegistrationOptionsJSON> {
    const id = randomUUID();
    const challenge = await this.challenges.issue(ctx, provider.id, {
      registerData: { id, email, name, image },
      registers: 'new',
    });
    return this.creationOptions(ctx, provider, {
      challenge,
      user: { id: this.handles.issue(ctx, id), name: email, displayName: email },
      excludeCredentials: [],
    });
  }

  private async creationOptions(
    ctx: SessionContext,
    provider: ResolvedWebAuthnProvider,
    own: Pick<RegistrationOptionsJSON, 'challenge' | 'user' | 'excludeCredentials'>,
  ): Promise<RegistrationOptionsJSON> {
    const { id, name } = await relyingPartyOf(ctx, provider);
    const { timeoutMs, algorithms, authenticatorSelection, extensions } = provider.registration;
    return {
      ...own,
      rp: { id, name },
      pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
      timeout: timeoutMs,
      attestation: 'none',
      authenticatorSelection,
      extensions: { ...extensions, credProps: true },
    };
  }

  /** Performs as many look-ups for an unknown user as for a known one. */
  private async credentialsOf(
    ctx: SessionContext,
    provider: ResolvedWebAuthnProvider,
    { user, exists }: WebAuthnUserInfo,
  ): Promise<readonly CredentialDescriptor[]> {
    const adapter = adapterOf(ctx);
    const decoys = this.decoys.of(ctx, provider, user.email ?? user.id ?? '');
    if (!exists || user.id === undefined) {
      await adapter.getAuthenticator(decoys[0]?.id ?? '');
      await adapter.getAccount(decoys[0]?.id ?? '', provider.id);
      return decoys;
    }
    const own = await adapter.listAuthenticatorsByUserId(user.id);
    const usable = await accountIdsAt(adapter, provider, { userId: user.id, own });
    const listed = own.filter(({ providerAccountId }) => usable.has(providerAccountId));
    return listed.length > 0 ? listed.map(describe) : decoys;
  }
}

/**
 * Returns the account ids of a user's passkeys that were registered with a provider. The provider
 * refuses all others. If two providers listed the same passkeys, the lists would also reveal that
 * the address is known, since decoys differ for each provider.
 */
async function accountIdsAt(
  adapter: CompleteAdapter,
  { id }: ResolvedWebAuthnProvider,
  { userId, own }: { userId: string; own: readonly AdapterAuthenticator[] },
): Promise<ReadonlySet<string>> {
  const accounts = adapter.has('listAccountsByUserId')
    ? await adapter.listAccountsByUserId(userId)
    : await Promise.all(own.map((passkey) => adapter.getAccount(passkey.providerAccountId, id)));
  const usable = accounts.filter((account) => account?.provider === id);
  return new Set(usable.flatMap((account) => account?.providerAccountId ?? []));
}

function describe({ credentialID, transports }: AdapterAuthenticator): CredentialDescriptor {
  return {
    id: Buffer.from(credentialID, 'base64').toString('base64url'),
    type: 'public-key',
    ...(transports && { transports: transports.split(',') }),
  };
}
