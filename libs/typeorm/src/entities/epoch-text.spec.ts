import { epochText } from './epoch-text.js';

describe('epochText', () => {
  it('keeps a date as the text of its milliseconds', () => {
    const date = new Date('2026-01-02T03:04:05.678Z');

    expect(epochText.to(date)).toBe('1767323045678');
    expect(epochText.from('1767323045678')).toEqual(date);
  });

  it('leaves nothing as nothing', () => {
    expect(epochText.to(null)).toBeNull();
    expect(epochText.from(null)).toBeNull();
  });

  it('makes no time of a string that is not one', () => {
    expect(String(epochText.from('soon'))).toBe('Invalid Date');
  });
});
