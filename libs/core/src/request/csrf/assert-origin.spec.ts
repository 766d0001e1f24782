import { jest } from '@jest/globals';
import { aContext } from '../../../../../test/support/a-context.js';
import { UntrustedOrigin } from '../../errors/internal.errors.js';
import { assertOrigin } from './assert-origin.js';

describe('the refusal of a page that hides its origin', () => {
  const refuse = (host: string, protocol = 'http') => {
    const headers = { origin: 'null' };
    return () => assertOrigin(aContext({ request: { method: 'POST', protocol, host, headers } }));
  };

  it('suggests https if plain http is the reason', () => {
    expect(refuse('192.168.1.5:3000')).toThrow(
      'the request comes from an opaque origin, but the application is at http://192.168.1.5:3000; over plain http, the browser does not report the origin of this form; use https or http://localhost',
    );
  });

  it.each([
    ['localhost:3000', 'http'],
    ['shop.example', 'https'],
  ])('suggests settings for the host %s over %s', (host, protocol) => {
    expect(refuse(host, protocol)).toThrow(/if both are yours, set AUTH_URL, /);
  });
});

describe('the refusal of another origin', () => {
  it('states both origins and suggests settings', () => {
    const headers = { origin: 'https://shop.example' };
    const request = { method: 'POST', protocol: 'http', host: 'shop.example', headers };

    expect(() => assertOrigin(aContext({ request }))).toThrow(
      /comes from https:\/\/shop\.example, but the application is at http:\/\/shop\.example; if both are yours, set AUTH_URL/,
    );
  });
});

describe('a referrer, for a browser that sends nothing else', () => {
  const checked = (referer: string) => () =>
    assertOrigin(
      aContext({
        request: {
          method: 'POST',
          protocol: 'https',
          host: 'shop.example',
          headers: { referer },
        },
      }),
    );

  it.each([
    'https://shop.example/cart?of=https://evil.test',
    'https://shop.example',
    `https://shop.example/${'a'.repeat(8000)}`,
  ])('of a page of the application is accepted', (referer) => {
    expect(checked(referer)).not.toThrow();
  });

  it.each([
    'https://evil.test/shop.example',
    'https://shop.example.evil.test/',
    'https://shop.example@evil.test/',
    `https://shop.example:${'0'.repeat(276)}443@evil.test/`,
    'https://shop.example\\.evil.test/',
    'http://shop.example/',
    'shop.example',
  ])('of any other page is refused: %s', (referer) => {
    expect(checked(referer)).toThrow(UntrustedOrigin);
  });

  it('is refused without parsing a host that no page has, which takes quadratic time (JT21)', () => {
    const parse = jest.spyOn(URL, 'canParse');

    expect(checked(`https://${encodeURIComponent('\u4e00'.repeat(1500))}/`)).toThrow(
      UntrustedOrigin,
    );

    expect(parse.mock.calls.filter(([url]) => String(url).length > 400)).toEqual([]);
    parse.mockRestore();
  });
});
