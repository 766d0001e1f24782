import { englishTexts } from './english.js';
import { germanTexts } from './german.js';
import { timeInWords, waitInWords } from './time-in-words.js';

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
    expect(timeInWords(englishTexts, seconds)).toBe(words);
  });
});

describe('waitInWords', () => {
  it.each([
    [1, '1 second', '1 Sekunde'],
    [59, '59 seconds', '59 Sekunden'],
    [61, '2 minutes', '2 Minuten'],
    [240, '4 minutes', '4 Minuten'],
    [3541, '1 hour', '1 Stunde'],
    [172_800, '2 days', '2 Tagen'],
  ])('rounds %d seconds up: %s, %s', (seconds, english, german) => {
    expect(waitInWords(englishTexts, seconds)).toBe(english);
    expect(waitInWords(germanTexts, seconds)).toBe(german);
  });
});
