import { timeInWords } from './time-in-words.js';

describe('timeInWords', () => {
  it.each([
    [599.98, '10 minutes'],
    [60, '1 minute'],
    [30, '30 seconds'],
    [0.2, '1 second'],
    [3600, '1 hour'],
    [5400, '90 minutes'],
    [86_400, '24 hours'],
    [172_800, '2 days'],
  ])('%d seconds are %s', (seconds, words) => {
    expect(timeInWords(seconds)).toBe(words);
  });
});
