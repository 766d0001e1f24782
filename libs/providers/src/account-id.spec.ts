import { accountId } from './account-id.js';

describe('accountId', () => {
  it.each([
    [583231, '583231'],
    [0, '0'],
    ['5f8', '5f8'],
    ['', ''],
    [null, undefined],
    [undefined, undefined],
  ])('of %j is %j', (id, text) => {
    expect(accountId(id)).toBe(text);
  });
});
