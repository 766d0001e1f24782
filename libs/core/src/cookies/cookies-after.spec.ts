import { cookiesAfter } from './cookies-after.js';

const set = (name: string, value: string) => ({ name, value, options: {} });
const cleared = (name: string) => ({ name, value: '', options: { maxAge: 0 } });

describe('cookiesAfter', () => {
  it('keeps the others, replaces and adds what is set, and leaves out what is cleared', () => {
    const header = 'theme=dark; session=old ;session=older; csrf=1';

    expect(cookiesAfter(header, [set('session', 'a|b'), cleared('csrf'), set('new', '1')])).toBe(
      'theme=dark; session=a%7Cb; new=1',
    );
  });

  it('makes a header of nothing', () => {
    expect(cookiesAfter('', [set('a', '1')])).toBe('a=1');
    expect(cookiesAfter('a=1', [cleared('a')])).toBe('');
  });
});
