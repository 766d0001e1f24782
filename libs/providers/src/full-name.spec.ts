import { fullName } from './full-name.js';

describe('fullName', () => {
  it.each([
    [['Ada', 'Lovelace'], 'Ada Lovelace'],
    [['Ada', undefined], 'Ada'],
    [[null, '', 'Lovelace'], 'Lovelace'],
    [[undefined, null], undefined],
    [[{}, 5], undefined],
  ])('joins %j to %j', (parts, name) => {
    expect(fullName(...parts)).toBe(name);
  });
});
