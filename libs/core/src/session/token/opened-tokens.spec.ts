import { heldBytes } from '../../../../../test/support/held-bytes.js';
import {
  SESSION_SALT,
  SESSION_TOKEN,
  VECTOR_SECRET,
} from '../../../../../test/support/wire-vectors.js';
import { Keyring } from '../../crypto/keyring.js';
import { sealJwe } from '../../crypto/seal-jwe.js';
import { OpenedTokens } from './opened-tokens.js';

const { token, claims } = SESSION_TOKEN;

describe('OpenedTokens', () => {
  it('opens a token only once', () => {
    const tokens = new OpenedTokens();
    const keyring = new Keyring([VECTOR_SECRET], SESSION_SALT);

    const opened = tokens.open(token, keyring, 10);

    expect(opened?.claims).toEqual(claims);
    expect(tokens.open(token, keyring, 10)).toBe(opened);
  });

  it('keeps nothing if its limit is 0', () => {
    const tokens = new OpenedTokens();
    const keyring = new Keyring([VECTOR_SECRET], SESSION_SALT);

    expect(tokens.open(token, keyring, 0)).not.toBe(tokens.open(token, keyring, 0));
  });

  it('keeps the token in memory, but not the header around it (N1b)', async () => {
    const tokens = new OpenedTokens();
    const keyring = new Keyring([VECTOR_SECRET], SESSION_SALT);
    const sealed = await Promise.all(
      Array.from({ length: 300 }, (_, n) => sealJwe({ sub: `${n}` }, keyring, 60)),
    );

    const held = await heldBytes(() => {
      for (const one of sealed) {
        const header = `${' '.repeat(15_000)}${one}`;
        tokens.open(header.slice(15_000), keyring, 1000);
      }
    });

    expect(tokens.open(sealed[0] ?? '', keyring, 1000)?.claims.sub).toBe('0');
    expect(held).toBeLessThan(2_000_000);
  });

  it('keeps no more than its limit', async () => {
    const tokens = new OpenedTokens();
    const keyring = new Keyring([VECTOR_SECRET], SESSION_SALT);
    const first = tokens.open(token, keyring, 2);

    for (const sub of ['2', '3']) tokens.open(await sealJwe({ sub }, keyring, 60), keyring, 2);

    expect(tokens.open(token, keyring, 2)).not.toBe(first);
  });

  it('never returns a token that another secret or salt opened (D17)', () => {
    const tokens = new OpenedTokens();
    tokens.open(token, new Keyring([VECTOR_SECRET], SESSION_SALT), 10);

    expect(tokens.open(token, new Keyring(['another'], SESSION_SALT), 10)).toBeNull();
    expect(tokens.open(token, new Keyring([VECTOR_SECRET], 'another'), 10)).toBeNull();
  });

  it('does not cache a token that did not open', () => {
    const tokens = new OpenedTokens();

    expect(tokens.open(`${token}x`, new Keyring([VECTOR_SECRET], SESSION_SALT), 10)).toBeNull();
    expect(tokens.open(token, new Keyring([VECTOR_SECRET], SESSION_SALT), 10)).not.toBeNull();
  });
});
