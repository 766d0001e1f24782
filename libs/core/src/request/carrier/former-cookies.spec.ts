import { aContext } from '../../../../../test/support/a-context.js';
import { serializeCookie } from '../../cookies/cookie-jar.js';
import { formerOptions } from './former-cookies.js';

describe('the attributes that a session cookie may have had', () => {
  const placesOf = (today: object, host: string, basePath: string) =>
    formerOptions({ path: '/', ...today }, { protocol: 'http', host, basePath }).map(
      ({ domain, path, partitioned }) => `${domain ?? '-'} ${path}${partitioned ? ' parted' : ''}`,
    );

  it.each<[object, string, string, string[]]>([
    [{}, 'shop.example.com', '/', ['shop.example.com /', 'example.com /']],
    [{ domain: 'example.com' }, 'shop.example.com', '/', ['- /', 'shop.example.com /']],
    [{ domain: '.example.com' }, 'example.com', '/', ['- /']],
    [{ path: '/app' }, 'localhost', '/', ['- /']],
    [{ secure: true }, '127.0.0.1', '/', ['- / parted']],
    [{ secure: true, partitioned: true }, '[::1]', '/', ['- /']],
    [{}, 'localhost', '/api/auth', ['- /api', '- /api/auth']],
    [{}, 'localhost', '/a;b/auth', []],
  ])('%j at %s%s: %j (RP3, BT15)', (today, host, basePath, places) => {
    expect(placesOf(today, host, basePath)).toEqual(places);
  });
});

describe('clearing former cookies', () => {
  it('keeps what is set under the same name (RP3)', () => {
    const ctx = aContext({
      request: { host: 'shop.test:3000', basePath: '/' },
      cookie: 'authjs.session-token=x',
    });
    ctx.cookies.set(ctx.cookieDefinitions.sessionToken, 'new');

    ctx.carrier.clearFormer();

    expect(ctx.cookies.changed().map(serializeCookie)).toEqual([
      'authjs.session-token=; Max-Age=0; Domain=shop.test; Path=/; HttpOnly; SameSite=Lax',
      'authjs.session-token=new; Path=/; HttpOnly; SameSite=Lax',
    ]);
  });
});
