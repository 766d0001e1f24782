import { epochText } from './epoch-text.js';

describe('epochText', () => {
  it('converts a date to a string of its milliseconds and back', () => {
    const date = new Date('2026-01-02T03:04:05.678Z');

    expect(epochText.to(date)).toBe('1767323045678');
    expect(epochText.from('1767323045678')).toEqual(date);
  });

  it('keeps null', () => {
    expect(epochText.to(null)).toBeNull();
    expect(epochText.from(null)).toBeNull();
  });

  it('reads a string that is not a number as an invalid date', () => {
    expect(String(epochText.from('soon'))).toBe('Invalid Date');
  });
});
