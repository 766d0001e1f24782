import { assertAudience } from './provider-request.js';

const ORIGINS = ['https://api.example', 'http://localhost:8080', 'http://api.example'];

describe('assertAudience', () => {
  it.each([
    'https://api.example/me?a=b',
    new URL('https://api.example'),
    'http://localhost:8080/me',
  ])('accepts %s, below a listed origin', (url) => {
    const target = assertAudience(url, { provider: 'idp', origins: ORIGINS });

    expect(target.href).toBe(new URL(url).href);
  });

  it.each([
    'http://api.example/me',
    'https://other.example/me',
    'https://api.example:8443/me',
    'https://api.example.evil.test/me',
    'https://user@api.example/me',
    'https://:password@api.example/me',
    'http://localhost/me',
    '/me',
    '//api.example/me',
    'javascript:alert(1)',
  ])('refuses %s, even if its origin is listed (J14)', (url) => {
    expect(() => assertAudience(url, { provider: 'idp', origins: ORIGINS })).toThrow(
      expect.objectContaining({ reason: 'audience' }),
    );
  });
});
