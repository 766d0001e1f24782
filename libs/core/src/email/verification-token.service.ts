import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { CompleteAdapter } from '../adapter/complete-adapter.js';
import { isMailToken } from '../model/is-mail-token.js';
import { rotatedSecrets } from '../crypto/joined-secrets.js';
import { KeyringService } from '../crypto/keyring.service.js';
import { randomToken } from '../crypto/random-token.js';
import { sha256Hex } from '../crypto/digests.js';
import { AuthError } from '../errors/auth.error.js';
import { MissingAdapter } from '../errors/configuration.errors.js';
import { Verification } from '../errors/sign-in.errors.js';
import { toError } from '../errors/to-error.js';
import type { ActionContext } from '../request/context/action-context.js';
import type { VerificationToken } from '../model/verification-token.js';
import { callUser } from '../model/call-user.js';
import type { ResolvedEmailProvider } from '../provider/resolved-provider.js';
import type { MailLink } from './mail-link.js';

/** An issued token, and the value that is stored for it. */
export interface IssuedToken extends MailLink {
  readonly stored: string;
  readonly expires: Date;
}

/** Purpose of the key, so that no value made for another purpose can pass for a stored token. */
const PURPOSE = 'authnest.email.verification-token';

/**
 * Issues and redeems the tokens in emailed links. Only a keyed hash of provider, address and token
 * is stored, so nobody can sign in with a copy of the table, or with a token for another address.
 * @see docs/design/wire-contract.md 7.3; docs/design/decisions.md 21;
 *   docs/design/security-bar.md A28, F05
 */
@Injectable()
export class VerificationTokenService {
  constructor(private readonly keyrings: KeyringService) {}

  /**
   * Generates a token and stores it; the mail must not be sent before that.
   * @see docs/design/security-bar.md H11
   */
  async issue(
    ctx: ActionContext,
    provider: ResolvedEmailProvider,
    identifier: string,
  ): Promise<IssuedToken> {
    const token = await generate(ctx, provider);
    const link = { identifier, token };
    const [stored] = this.hashes(ctx, provider, link);
    if (stored === undefined) throw new AuthError('email sign-in needs a secret; set AUTH_SECRET');
    const expires = new Date(Date.now() + provider.maxAgeSeconds * 1000);
    await adapterOf(ctx).createVerificationToken({ identifier, token: stored, expires });
    return { ...link, stored, expires };
  }

  /** Removes a token that was not mailed. If that fails, it does no harm: nobody has the token. */
  async discard(ctx: ActionContext, { identifier, stored }: IssuedToken): Promise<void> {
    try {
      await adapterOf(ctx).useVerificationToken({ identifier, token: stored });
    } catch (thrown) {
      const err = toError(thrown);
      ctx.logger.error(
        new AuthError('a sign-in link that was not mailed was not removed', { err }),
      );
    }
  }

  /**
   * Redeems a link, which also invalidates the other links of its address.
   * @throws {Verification} when it is unknown, used, expired, or for another provider or address
   * @see docs/design/security-bar.md A27, F01, F02, F11
   */
  async redeem(ctx: ActionContext, provider: ResolvedEmailProvider, link: MailLink): Promise<void> {
    const adapter = adapterOf(ctx);
    const used = await this.take(ctx, provider, link);
    // Compares the address too: because of a collation, the store may have found another one.
    if (!used || used.identifier !== link.identifier || !(used.expires.getTime() > Date.now())) {
      throw new Verification('the link is unknown, used or expired', { provider: provider.id });
    }
    if (adapter.has('deleteVerificationTokensByIdentifier')) {
      await adapter.deleteVerificationTokensByIdentifier(link.identifier);
    }
  }

  /** Returns the hashes under which our tokens are stored, one for each secret, newest first. */
  hashes(
    { config }: ActionContext,
    { id, secrets = config.secrets }: ResolvedEmailProvider,
    { identifier, token }: MailLink,
  ): string[] {
    const text = JSON.stringify([id, identifier, token]);
    return this.keyrings
      .get(secrets, PURPOSE)
      .keys('A256CBC-HS512')
      .map(({ macKey }) => createHmac('sha256', macKey).update(text).digest('hex'));
  }

  private async take(
    ctx: ActionContext,
    provider: ResolvedEmailProvider,
    link: MailLink,
  ): Promise<VerificationToken | null> {
    const { secrets = ctx.config.secrets } = provider;
    // The adapter returns and deletes a token in one step, so only one of two uses succeeds.
    for (const token of [...this.hashes(ctx, provider, link), ...authJsHashes(secrets, link)]) {
      const { identifier } = link;
      const used = await adapterOf(ctx).useVerificationToken({ identifier, token });
      if (used) return used;
    }
    return null;
  }
}

/**
 * Returns the hashes under which Auth.js may have stored a link that was mailed before a migration.
 * Auth.js joins all secrets for its hash, and the list may have changed since.
 * @see docs/design/wire-contract.md 7.3 step 6, 15.14
 */
function authJsHashes(secrets: readonly string[], { token }: MailLink): string[] {
  return rotatedSecrets(secrets).map((joined) => sha256Hex(`${token}${joined}`));
}

async function generate(
  { config }: ActionContext,
  { generateVerificationToken }: ResolvedEmailProvider,
): Promise<string> {
  if (!generateVerificationToken) return randomToken();
  const token = await callUser(config, 'generateVerificationToken', () =>
    generateVerificationToken(),
  );
  if (isMailToken(token)) return token;
  throw new AuthError(
    'generateVerificationToken must return a string of 22 to 512 characters with at least 128 random bits',
  );
}

function adapterOf({ config }: ActionContext): CompleteAdapter {
  if (!config.adapter) throw new MissingAdapter('adapter: is required for sign-in by email');
  return config.adapter;
}
