import { fillPlaceholders, missingOption } from './fill-placeholders.js';

const ISSUER = 'https://social.example';

describe('fillPlaceholders', () => {
  it('fills strings in URLs and parameters', () => {
    const config = {
      issuer: ISSUER,
      clientId: 'app',
      authorization: { url: '{issuer}/authorize', params: { key: '{clientId}', age: 60 } },
      token: '{issuer}/token',
      jwks_endpoint: '{issuer}/keys',
      revocation: { url: '{issuer}/revoke', params: { client: '{clientId}' } },
    };

    expect(fillPlaceholders(config)).toEqual({
      issuer: ISSUER,
      clientId: 'app',
      authorization: { url: `${ISSUER}/authorize`, params: { key: 'app', age: 60 } },
      token: `${ISSUER}/token`,
      jwks_endpoint: `${ISSUER}/keys`,
      revocation: { url: `${ISSUER}/revoke`, params: { client: 'app' } },
    });
  });

  it('writes no double slash, and keeps the trailing slash of an issuer', () => {
    const config = {
      issuer: `${ISSUER}/`,
      token: '{issuer}/token',
      authorization: { params: { resource: '{issuer}' } },
    };

    expect(fillPlaceholders(config)).toMatchObject({
      token: `${ISSUER}/token`,
      authorization: { params: { resource: `${ISSUER}/` } },
    });
  });

  it('fills the issuer itself', () => {
    const config = { clientId: 'app', issuer: 'https://api.example/{clientId}' };

    expect(fillPlaceholders(config).issuer).toBe('https://api.example/app');
  });

  it('leaves a placeholder unchanged if no option fills it', () => {
    const token = 'https://api.example/{tenantid}/{empty}/{number}';

    expect(fillPlaceholders({ token, empty: '', number: 5 })).toMatchObject({ token });
  });

  it('puts no secret into a URL (I08)', () => {
    const token = 'https://api.example/{clientSecret}/{apiKey}';

    expect(fillPlaceholders({ token, clientSecret: 's', apiKey: 'k' })).toMatchObject({ token });
  });

  it('does not change its input, and copies no functions or instances', () => {
    const request = () => '';
    const url = new URL(ISSUER);
    const config = Object.freeze({
      issuer: ISSUER,
      token: Object.freeze({ url: '{issuer}/token', request, key: url }),
    });

    const { token } = fillPlaceholders(config);

    expect(token.request).toBe(request);
    expect(token.key).toBe(url);
    expect(config.token.url).toBe('{issuer}/token');
  });
});

describe('missingOption', () => {
  it.each([
    ['{issuer}/token', 'issuer'],
    ['https://{accountID}.example', 'accountID'],
    ['https://api.example/{membershipId}', undefined],
    ['https://api.example/%7Bx%7D', undefined],
    [undefined, undefined],
  ])('for %j is %j', (url, option) => {
    expect(missingOption(url)).toBe(option);
  });
});
