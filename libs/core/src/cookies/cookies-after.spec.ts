import { cookiesAfter } from './cookies-after.js';
import { RequestCookies } from './request-cookies.js';

const set = (name: string, value: string) => ({ name, value, options: {} });
const cleared = (name: string) => ({ name, value: '', options: { maxAge: 0 } });

describe('cookiesAfter', () => {
  it('keeps other cookies, replaces or adds set ones, and removes cleared ones', () => {
    const header = 'theme=dark; session=old ;session=older; csrf=1';

    expect(cookiesAfter(header, [set('session', 'a|b'), cleared('csrf'), set('new', '1')])).toBe(
      'theme=dark; session=a%7Cb; new=1',
    );
  });

  it('accepts an empty header, and returns one if no cookie is left', () => {
    expect(cookiesAfter('', [set('a', '1')])).toBe('a=1');
    expect(cookiesAfter('a=1', [cleared('a')])).toBe('');
  });

  it('reads no other name into a cookie than before: a blank of Unicode belongs to the name', () => {
    const planted = '\u00a0__Host-authjs.session-token=planted';
    const after = cookiesAfter(`a=1; ${planted}`, [set('b', '2')]);

    expect(after).toBe(`a=1; ${planted}; b=2`);
    expect(new RequestCookies(after).get('__Host-authjs.session-token')).toBeUndefined();
  });
});
