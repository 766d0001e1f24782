import { aUser } from '@authnest/testing';
import { isUnchanged } from './is-unchanged.js';

const stored = aUser({ email: 'ada@example.com', emailVerified: null });
const proven = { ...stored, emailVerified: new Date() };

describe('a user who has just been stored', () => {
  it.each([
    ['is the same', stored, { ...stored }],
    ['has another name', stored, { ...stored, name: 'Renamed' }],
    ['was proven before, at another time', proven, { ...proven, emailVerified: new Date(0) }],
  ])('is unchanged if the user %s', (_, before, now) => {
    expect(isUnchanged(before, now)).toBe(true);
  });

  it.each([
    ['was deleted', stored, null],
    ['has another address', stored, { ...stored, email: 'joe@example.com' }],
    ['has no address any more', stored, { ...stored, email: '' }],
    ['was proven meanwhile', stored, proven],
    ['is no longer proven', proven, stored],
  ])('is changed if the user %s (A26)', (_, before, now) => {
    expect(isUnchanged(before, now)).toBe(false);
  });
});
