import { VECTOR_SECRET } from '../../../../test/support/wire-vectors.js';
import { MissingSecret } from '../errors/configuration.errors.js';
import { realmOf, realmSecret, secretOfRealm } from './realm.js';

describe('realmOf', () => {
  it('returns an empty string if there is no instance and no tenant', () => {
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
  it('returns the secret itself for the empty realm', () => {
    expect(secretOfRealm(VECTOR_SECRET, '')).toBe(VECTOR_SECRET);
  });

  it('derives the secret with HKDF-SHA-256, so that another process can derive it too', () => {
    expect(realmSecret(VECTOR_SECRET, { tenant: 'acme' })).toBe(
      'znGhnl0xYkGPQgi64KeHxTLNNXXyXoxCoOiGYvy7Lek',
    );
  });

  it.each([undefined, '', ' '])('refuses the secret %j (A48)', (blank) => {
    expect(() => realmSecret(blank as string, { tenant: 'acme' })).toThrow(MissingSecret);
  });

  it('returns different secrets for different secrets, instances and tenants', () => {
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
