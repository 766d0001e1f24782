import {
  GCM_KID,
  SESSION_SALT,
  VECTOR_KEYS,
  VECTOR_SECRET,
} from '../../../../test/support/wire-vectors.js';
import { Keyring } from './keyring.js';
import { KeyringService } from './keyring.service.js';

describe('Keyring', () => {
  it.each(VECTOR_KEYS)('derives the key and its id for the salt %s', (salt, prefix, kid) => {
    const [key] = new Keyring([VECTOR_SECRET], salt).keys('A256CBC-HS512');

    expect(key?.bytes).toHaveLength(64);
    expect(Buffer.from(key?.bytes ?? []).toString('hex')).toMatch(new RegExp(`^${prefix}`));
    expect(key?.kid).toBe(kid);
  });

  it.each(VECTOR_KEYS)('uses the first half of the bytes for A256GCM and the salt %s', (salt) => {
    const keyring = new Keyring([VECTOR_SECRET], salt);
    const [long] = keyring.keys('A256CBC-HS512');
    const [short] = keyring.keys('A256GCM');

    expect(short?.bytes).toHaveLength(32);
    expect(short?.bytes).toEqual(long?.bytes.slice(0, 32));
  });

  it('uses the SHA-256 thumbprint as the id of an A256GCM key', () => {
    const [key] = new Keyring([VECTOR_SECRET], SESSION_SALT).keys('A256GCM');

    expect(key?.kid).toBe(GCM_KID);
  });

  it('keeps the order of the secrets', () => {
    const list = new Keyring(['new', 'old'], SESSION_SALT).keys('A256CBC-HS512');

    expect(list.map(({ kid }) => kid)).toEqual(
      ['new', 'old'].map(
        (secret) => new Keyring([secret], SESSION_SALT).keys('A256CBC-HS512')[0]?.kid,
      ),
    );
  });

  it('derives a different key for every purpose (I06)', () => {
    const kids = VECTOR_KEYS.map(
      ([salt]) => new Keyring([VECTOR_SECRET], salt).keys('A256CBC-HS512')[0]?.kid,
    );

    expect(new Set(kids).size).toBe(VECTOR_KEYS.length);
  });
});

describe('KeyringService', () => {
  it('derives keys once for the same secrets and salt, even in different list objects', () => {
    const service = new KeyringService();

    expect(service.get(['a', 'b'], 'salt')).toBe(service.get(['a', 'b'], 'salt'));
  });

  it('returns different keyrings for different secrets and salts', () => {
    const service = new KeyringService();
    const keyring = service.get(['a', 'b'], 'salt');

    expect(service.get(['b', 'a'], 'salt')).not.toBe(keyring);
    expect(service.get(['a'], 'salt')).not.toBe(keyring);
    expect(service.get(['a', 'b'], 'other')).not.toBe(keyring);
  });
});
