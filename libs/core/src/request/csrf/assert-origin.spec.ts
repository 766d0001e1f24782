import { aContext } from '../../../../../test/support/a-context.js';
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
