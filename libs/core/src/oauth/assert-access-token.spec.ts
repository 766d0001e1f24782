import { createHash } from 'node:crypto';
import { assertAccessToken } from './assert-access-token.js';

/** Creates an ID token of which only the header is read. */
const signedWith = (alg: string) =>
  `${Buffer.from(JSON.stringify({ alg })).toString('base64url')}.e30.x`;
const half = (hash: string, text: string) => {
  const digest = createHash(hash).update(text).digest();
  return digest.subarray(0, digest.length / 2).toString('base64url');
};

describe('assertAccessToken', () => {
  it.each([
    ['RS256', 'sha256'],
    ['ES384', 'sha384'],
    ['PS512', 'sha512'],
    ['HS256', 'sha256'],
    ['EdDSA', 'sha512'],
    ['Ed25519', 'sha512'],
  ])('uses the hash function of %s (B34)', (alg, hash) => {
    const tokens = { access_token: 'at', id_token: signedWith(alg) };

    expect(() => assertAccessToken(tokens, { at_hash: half(hash, 'at') })).not.toThrow();
    expect(() => assertAccessToken(tokens, { at_hash: half(hash, 'other') })).toThrow(
      'access token',
    );
  });

  it('accepts the example from OpenID Connect Core', () => {
    // Values from OpenID Connect Core, appendix A.3.
    const tokens = {
      access_token: 'jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y',
      id_token: signedWith('RS256'),
    };

    expect(() => assertAccessToken(tokens, { at_hash: '77QmUPtjPfzWtF2AnpK9RQ' })).not.toThrow();
  });

  it.each([[''], [5], [null], [['77QmUPtjPfzWtF2AnpK9RQ']]])(
    'refuses the hash %j (B34)',
    (at_hash) => {
      const tokens = { access_token: 'at', id_token: signedWith('RS256') };

      expect(() => assertAccessToken(tokens, { at_hash })).toThrow('access token');
    },
  );

  it('accepts an ID token without a hash, which the code flow may omit', () => {
    expect(() => assertAccessToken({ access_token: 'at' }, {})).not.toThrow();
  });
});
