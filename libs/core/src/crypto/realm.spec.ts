import { VECTOR_SECRET } from '../../../../test/support/wire-vectors.js';
import { realmOf, realmSecret, secretOfRealm } from './realm.js';

describe('realmOf', () => {
  it('is empty without instance and tenant', () => {
    expect(realmOf({})).toBe('');
    expect(realmOf({ instance: '', tenant: '' })).toBe('');
  });

  it('returns a different string for each realm', () => {
    const parts = [
      { instance: 'a' },
      { tenant: 'a' },
      { instance: 'a', tenant: 'b' },
      { tenant: 'a/b' },
      { tenant: '/a' },
      { instance: 'a', tenant: '/b' },
    ];

    expect(new Set(parts.map(realmOf)).size).toBe(parts.length);
  });
});

describe('secretOfRealm', () => {
  it('is the secret itself in the empty realm', () => {
    expect(secretOfRealm(VECTOR_SECRET, '')).toBe(VECTOR_SECRET);
  });

  it('is HKDF-SHA-256 of the secret, so that another process can derive it', () => {
    expect(realmSecret(VECTOR_SECRET, { tenant: 'acme' })).toBe(
      'znGhnl0xYkGPQgi64KeHxTLNNXXyXoxCoOiGYvy7Lek',
    );
  });

  it('differs by secret, instance and tenant', () => {
    const secrets = [
      realmSecret('s'.repeat(32), { tenant: 'a' }),
      realmSecret('t'.repeat(32), { tenant: 'a' }),
      realmSecret('s'.repeat(32), { tenant: 'b' }),
      realmSecret('s'.repeat(32), { instance: 'a' }),
      realmSecret('s'.repeat(32), { instance: 'a', tenant: 'a' }),
    ];

    expect(new Set(secrets).size).toBe(secrets.length);
  });
});
