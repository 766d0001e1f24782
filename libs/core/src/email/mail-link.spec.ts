import { parseMailLink } from './mail-link.js';

const EMAIL = 'v@x.example';

describe('the link of a mail', () => {
  it('has an address and a token', () => {
    expect(parseMailLink({ email: EMAIL, token: 't' })).toEqual({ identifier: EMAIL, token: 't' });
  });

  it.each([
    ['no token', { email: EMAIL }],
    ['an empty token', { email: EMAIL, token: '' }],
    ['no address', { token: 't' }],
    ['two addresses', { email: `${EMAIL},w@x.example`, token: 't' }],
  ])('is not read with %s', (_, link) => {
    expect(parseMailLink(link)).toBeUndefined();
  });

  it('is not read with a token longer than any issued one (A50)', () => {
    expect(parseMailLink({ email: EMAIL, token: 't'.repeat(512) })).toBeDefined();
    expect(parseMailLink({ email: EMAIL, token: 't'.repeat(513) })).toBeUndefined();
  });
});
