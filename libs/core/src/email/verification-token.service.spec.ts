import { type AuthConfig, Verification } from '@authnest/core';
import { aVerificationToken, MemoryAdapter } from '@authnest/testing';
import { aContext } from '../../../../test/support/a-context.js';
import { NOON, startClock, stopClock } from '../../../../test/support/clock.js';
import { timesOf } from '../../../../test/support/effort.js';
import { VECTOR_SECRET } from '../../../../test/support/wire-vectors.js';
import { KeyringService } from '../crypto/keyring.service.js';
import { sha256Hex } from '../crypto/digests.js';
import type { ActionContext } from '../request/context/action-context.js';
import { Email, type EmailUserConfig } from '../provider/email-provider.js';
import { resolveEmailProvider } from '../provider/resolve-email-provider.js';
import { VerificationTokenService } from './verification-token.service.js';

const TOKENS = timesOf('RANDOM_TOKENS', { part: 1000, whole: 10_000 });
const IDENTIFIER = 'v@x.example';

const long = (name: string): string => `${name}-secret-of-at-least-32-characters`;

function contextWith(adapter: MemoryAdapter, config: Partial<AuthConfig> = {}): ActionContext {
  const ctx = aContext({ config: { adapter, ...config } });
  return Object.assign(ctx, { action: 'callback' as const, callbackUrl: '/' });
}

function providerWith(config: EmailUserConfig = {}) {
  return resolveEmailProvider(Email({ server: 'smtp://localhost', ...config }));
}

describe('VerificationTokenService', () => {
  const tokens = new VerificationTokenService(new KeyringService());
  let adapter: MemoryAdapter;
  let ctx: ActionContext;

  beforeEach(() => {
    adapter = new MemoryAdapter();
    ctx = contextWith(adapter);
  });
  afterEach(() => startClock());

  it('issues many different tokens of 256 bits (F04)', async () => {
    const provider = providerWith();
    const issued = new Set<string>();

    for (let index = 0; index < TOKENS; index += 1) {
      const link = await tokens.issue(ctx, provider, IDENTIFIER);
      // Keeps the table short, since the memory adapter searches all of it.
      await tokens.discard(ctx, link);
      const { token } = link;
      issued.add(token);
      if (!/^[0-9a-f]{64}$/.test(token)) throw new Error('a token of another form');
    }

    expect(issued.size).toBe(TOKENS);
  });

  it('hashes provider, address and token with a key (A28, F05)', () => {
    const link = { identifier: IDENTIFIER, token: 'c'.repeat(64) };
    const other = contextWith(adapter, { secret: 'another-secret-of-at-least-32-characters' });

    const hashes = [
      tokens.hashes(ctx, providerWith(), link),
      tokens.hashes(ctx, providerWith({ id: 'email2' }), link),
      tokens.hashes(ctx, providerWith(), { ...link, identifier: 'w@x.example' }),
      tokens.hashes(ctx, providerWith(), { ...link, token: 'd'.repeat(64) }),
      tokens.hashes(other, providerWith(), link),
    ].flat();

    expect(new Set(hashes).size).toBe(5);
    for (const hash of hashes) expect(hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it('accepts a link that Auth.js stored, once', async () => {
    expect(ctx.config.secrets).toEqual([VECTOR_SECRET]);
    const token = '0375a8539846e2f31d8b4875a280141851aa134fe669d3656b6ccf7d840a7d58';
    await adapter.createVerificationToken(aVerificationToken({ identifier: IDENTIFIER, token }));
    const link = { identifier: IDENTIFIER, token: 'c'.repeat(64) };

    await tokens.redeem(ctx, providerWith(), link);

    await expect(tokens.redeem(ctx, providerWith(), link)).rejects.toThrow(Verification);
  });

  it.each([
    [['one', 'two'].map(long), ['two', 'one'].map(long)],
    [['one', 'two', 'three'].map(long), ['three', 'one', 'two'].map(long)],
    [['one'].map(long), ['two', 'one'].map(long)],
    [['one', 'two'].map(long), ['three', 'one', 'two'].map(long)],
  ])('accepts a link that Auth.js hashed with %j, using %j (S8)', async (before, after) => {
    const link = { identifier: IDENTIFIER, token: 'c'.repeat(64) };
    const token = sha256Hex(`${link.token}${before.join(',')}`);
    await adapter.createVerificationToken(aVerificationToken({ identifier: IDENTIFIER, token }));
    const rotated = contextWith(adapter, { secret: after });

    await tokens.redeem(rotated, providerWith(), link);

    await expect(tokens.redeem(rotated, providerWith(), link)).rejects.toThrow(Verification);
  });

  it('refuses a link for another address, found by a store that ignores accents (A05, E19)', async () => {
    class Accentless extends MemoryAdapter {
      override useVerificationToken(link: { identifier: string; token: string }) {
        return super.useVerificationToken({
          ...link,
          identifier: link.identifier.replace('ë', 'e'),
        });
      }
    }
    const store = new Accentless();
    const identifier = 'zoe@x.example';
    const token = '0375a8539846e2f31d8b4875a280141851aa134fe669d3656b6ccf7d840a7d58';
    await store.createVerificationToken(aVerificationToken({ identifier, token }));
    const link = { identifier: 'zoë@x.example', token: 'c'.repeat(64) };

    await expect(tokens.redeem(contextWith(store), providerWith(), link)).rejects.toThrow(
      Verification,
    );
  });

  it.each([
    ['has just expired', () => new Date()],
    ['expired before', () => new Date(Date.now() - 1)],
    ['has no valid end', () => new Date(Number.NaN)],
  ])('refuses and removes a link that %s (F02)', async (_, end) => {
    const provider = providerWith({ maxAge: 1 });
    const issued = await tokens.issue(ctx, provider, IDENTIFIER);
    const { identifier, stored } = issued;
    await adapter.useVerificationToken({ identifier, token: stored });
    stopClock(); // `has just expired` means this millisecond
    await adapter.createVerificationToken({ identifier, token: stored, expires: end() });

    await expect(tokens.redeem(ctx, provider, issued)).rejects.toThrow(Verification);
    expect(await adapter.useVerificationToken({ identifier, token: stored })).toBeNull();
  });

  it('issues links that are valid for ten minutes (F03)', async () => {
    stopClock();

    const { expires } = await tokens.issue(ctx, providerWith(), IDENTIFIER);

    expect(expires).toEqual(new Date(NOON + 600_000));
  });
});
