import { aContext } from '../../../../../test/support/a-context.js';
import { proofOf, sealProof } from './proof-claims.js';

describe('the proof in a token', () => {
  const { config } = aContext();
  const claims = { sub: '1', amr: ['pwd'], auth_at: 1000 };

  it('is read once, and is what was sealed', () => {
    const sealed = sealProof(config, claims);
    expect(proofOf(config, sealed)).toEqual({ amr: ['pwd'], authTime: new Date(1_000_000) });
    expect(proofOf(config, sealed)).toBe(proofOf(config, sealed));
  });

  it.each([
    { amr: ['pwd', 'otp'] },
    { auth_at: 2000 },
    { sub: '2' },
    { apf: undefined },
    { amr: 'pwd' },
  ])('is unknown if the token says %j instead', (change) => {
    expect(proofOf(config, { ...sealProof(config, claims), ...change })).toEqual({ amr: [] });
  });

  it('cannot be changed by one request for the others', () => {
    for (const token of [sealProof(config, claims), { sub: '1' }]) {
      const { amr } = proofOf(config, token);
      expect(() => (amr as string[]).push('otp')).toThrow(TypeError);
    }
  });
});
