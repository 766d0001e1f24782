import { parseMailLink } from './mail-link.js';

const EMAIL = 'v@x.example';

describe('parseMailLink', () => {
  it('reads an address and a token', () => {
    expect(parseMailLink({ email: EMAIL, token: 't' })).toEqual({ identifier: EMAIL, token: 't' });
  });

  it.each([
    ['no token', { email: EMAIL }],
    ['an empty token', { email: EMAIL, token: '' }],
    ['no address', { token: 't' }],
    ['two addresses', { email: `${EMAIL},w@x.example`, token: 't' }],
  ])('does not read a link with %s', (_, link) => {
    expect(parseMailLink(link)).toBeUndefined();
  });

  it('does not read an address that is longer than any, in a pattern that takes long (A50, O6)', () => {
    expect(parseMailLink({ email: `${EMAIL}${'.'.repeat(500)}`, token: 't' })).toBeDefined();
    const before = process.cpuUsage();

    expect(parseMailLink({ email: `${'.'.repeat(60_000)}x`, token: 't' })).toBeUndefined();

    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
  });

  it('does not read a token that is longer than any issued one (A50)', () => {
    expect(parseMailLink({ email: EMAIL, token: 't'.repeat(512) })).toBeDefined();
    expect(parseMailLink({ email: EMAIL, token: 't'.repeat(513) })).toBeUndefined();
  });
});
