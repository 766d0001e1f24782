import { assertSameIdentity } from './assert-same-identity.js';

const STORED = { iss: 'https://idp.example/one', sub: 'ada', nonce: 'n' };

describe('a refreshed ID token', () => {
  it.each([
    ['without a nonce', { nonce: undefined }],
    ['with the nonce of the stored one', {}],
    ['with other times', { iat: 1, exp: 2 }],
  ])('is accepted %s (J10)', (_, changes) => {
    expect(() => assertSameIdentity({ ...STORED, ...changes }, STORED)).not.toThrow();
  });

  // One provider may have an issuer for each tenant, so the library accepts several.
  it.each([
    ['iss', { iss: 'https://idp.example/two' }],
    ['sub', { sub: 'joe' }],
    ['nonce', { nonce: 'other' }],
  ])('is refused if its %s differs from that of the stored one (J10)', (name, changes) => {
    expect(() => assertSameIdentity({ ...STORED, ...changes }, STORED)).toThrow(`\`${name}\``);
  });
});
