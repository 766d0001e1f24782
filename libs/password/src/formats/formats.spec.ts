import { jest } from '@jest/globals';
import { argon2id } from '../hashing/argon2id.js';
import type { LegacyHash } from '../hashing/password-hashing.js';
import { scrypt } from '../hashing/scrypt.js';
import { argon2 } from './argon2.js';
import { bcrypt } from './bcrypt.js';
import { betterAuth } from './better-auth.js';
import { firebaseScrypt } from './firebase-scrypt.js';
import { pbkdf2 } from './pbkdf2.js';

/** Of https://github.com/firebase/scrypt. */
const FIREBASE = {
  signerKey:
    'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==',
  saltSeparator: 'Bw==',
  rounds: 8,
  memCost: 14,
};

const keycloak = (value: string, salt: string, algorithm = 'pbkdf2-sha256'): string =>
  JSON.stringify({
    type: 'password',
    secretData: JSON.stringify({ value, salt, additionalParameters: {} }),
    credentialData: JSON.stringify({ hashIterations: 27_500, algorithm, additionalParameters: {} }),
  });

/** What other software wrote: its own test vectors, or an exported row. */
const WRITTEN: readonly [what: string, LegacyHash, password: string, hash: string][] = [
  ['bcrypt 2a', bcrypt(), 'U*U', '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'],
  ['bcrypt 2y', bcrypt(), 'U*U*', '$2y$05$CCCCCCCCCCCCCCCCCCCCC.VGOzA784oUp/Z0DY336zx7pLYAy0lwK'],
  [
    'Devise with a pepper',
    bcrypt({ pepper: '*U' }),
    'U',
    '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW',
  ],
  [
    'Django, SHA-256',
    pbkdf2(),
    'lètmein',
    'pbkdf2_sha256$260000$seasalt$YlZ2Vggtqdc61YjArZuoApoBh9JNGYoDRBUGu6tcJQo=',
  ],
  [
    'ASP.NET Core Identity, version 3',
    pbkdf2(),
    'p@ssw0rd',
    'AQAAAAIAAYagAAAAEImvuoFcqmHCvxKJtFmmPR73NapKhSf8PjDWbz3lC2lp7WKm12nwCSsDupwh9zpFsg==',
  ],
  [
    'Keycloak',
    pbkdf2(),
    'password',
    keycloak('JsfNbCOIdZUbyBJ+BT+VoGI91Ec2rWLOvkLPDaX8e9k=', 'P5rtFkGtPfoaryJ6PizUJw=='),
  ],
  [
    'Argon2i',
    argon2(),
    'password',
    '$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$wWKIMhR9lyDFvRz9YTZweHKfbftvj+qf+YFY4NeBbtA',
  ],
  [
    'Argon2id',
    argon2(),
    'password',
    '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
  ],
  [
    'Firebase',
    firebaseScrypt(FIREBASE),
    'user1password',
    'firebase$42xEC+ixf3L2lw==$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
  ],
  [
    'Better Auth',
    betterAuth(),
    'ﬁne – pässwörter',
    '975d790cb8e1515218785ebc65ddfb0b:74a67cee8f771939ed9f2d3d613056769eeca386933c973a6e39c6f985b48c7c5f95c3332a357ae5ff878e981ca594fa29d1463ad6a075b65c1b0937c4f6fbf6',
  ],
];

describe('the formats of other applications', () => {
  it.each(WRITTEN)('reads %s', async (_, format, password, hash) => {
    expect(format.reads(hash)).toBe(true);
    expect(await format.verify(password, hash)).toBe(true);
    expect(await format.verify(`${password} `, hash)).toBe(false);
  });

  it('each hash is read by one format', () => {
    const formats = [bcrypt(), pbkdf2(), argon2(), firebaseScrypt(FIREBASE), betterAuth()];

    for (const [, , , hash] of WRITTEN) {
      expect(formats.filter((format) => format.reads(hash))).toHaveLength(1);
    }
  });

  it.each(WRITTEN)(
    'refuses a hash of %s that is cut off anywhere',
    async (_, format, password, hash) => {
      for (let end = 0; end < hash.length; end += 1) {
        const cut = hash.slice(0, end);
        // A format that reads what is left of a hash must not accept the password for it.
        if (format.reads(cut) && end < hash.length - 4) {
          expect(await format.verify(password, cut)).toBe(false);
        }
      }
    },
  );

  it.each([
    'pbkdf2_sha256$99999999$seasalt$YlZ2Vggtqdc61YjArZuoApoBh9JNGYoDRBUGu6tcJQo=',
    'pbkdf2_sha256$0$seasalt$YlZ2Vggtqdc61YjArZuoApoBh9JNGYoDRBUGu6tcJQo=',
    'pbkdf2_md5$1000$seasalt$YlZ2Vggtqdc61YjArZuoApoBh9JNGYoDRBUGu6tcJQo=',
    keycloak('', ''),
    keycloak('JsfNbCOIdZUbyBJ+BT+VoGI91Ec2rWLOvkLPDaX8e9k=', 'P5rt', 'md5'),
    '{',
    '{"secretData":"null","credentialData":"[]"}',
    `AQAAAAEAAAABAAAAEP${'A'.repeat(42)}`.replace('AAAAEP', '/////w'),
    '',
    '$2b$10$',
  ])('does not read %s', (hash) => {
    for (const format of [bcrypt(), pbkdf2(), betterAuth(), firebaseScrypt(FIREBASE)]) {
      expect(format.reads(hash)).toBe(false);
    }
  });
});

describe('hashing', () => {
  jest.setTimeout(60_000);

  it.each([
    ['argon2id', argon2id({ memory: 64, passes: 1 }), argon2id({ memory: 128, passes: 1 })],
    ['scrypt', scrypt({ logN: 10 }), scrypt({ logN: 11 })],
  ])('%s writes PHC strings that it reads, and knows an old cost', async (_, now, later) => {
    const hash = await now.hash('correct horse 🐎 battery');

    expect(hash).toMatch(/^\$(?:argon2id|scrypt)\$/);
    expect(await now.hash('correct horse 🐎 battery')).not.toBe(hash);
    expect(await now.verify('correct horse 🐎 battery', hash)).toBe(true);
    expect(await later.verify('correct horse 🐎 battery', hash)).toBe(true);
    expect(await now.verify('correct horse 🐎 batter', hash)).toBe(false);
    expect([now.needsRehash(hash), later.needsRehash(hash)]).toEqual([false, true]);
  });

  it('argon2id has the cost that OWASP names', async () => {
    expect(await argon2id().hash('p')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('scrypt reads the key of RFC 7914', async () => {
    const key = Buffer.from(
      '7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2',
      'hex',
    );
    const b64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
    const hash = `$scrypt$ln=14,r=8,p=1$${b64(Buffer.from('SodiumChloride'))}$${b64(key)}`;

    expect(await scrypt().verify('pleaseletmein', hash)).toBe(true);
  });

  it.each(['', '$argon2id$', '$scrypt$ln=60,r=8,p=1$AAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA', 'x'])(
    'returns false for %s',
    async (hash) => {
      expect(await argon2id().verify('p', hash)).toBe(false);
      expect(await scrypt().verify('p', hash)).toBe(false);
    },
  );
});
