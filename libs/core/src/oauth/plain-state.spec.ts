import { Keyring } from '../crypto/keyring.js';
import { createPlainState, placeOfPlainState } from './plain-state.js';

const [KEY] = new Keyring(['a-secret-of-at-least-32-characters'], 'state').issuing;
const [OTHER] = new Keyring(['another-secret-of-32-characters-'], 'state').issuing;
if (!KEY || !OTHER) throw new Error('no key');
const keys = [KEY];

describe('a state without a redirect proxy', () => {
  it.each([
    'https://app.example',
    'http://localhost:3000',
    'http://[::1]:3000',
    'https://a_b.xn--bcher-kva.example:8443',
  ])('is at most 128 letters and digits, and names %s (RP1)', (place) => {
    const state = createPlainState(KEY, place);

    expect(state).toMatch(/^[0-9a-zA-Z]{64,128}$/);
    expect(placeOfPlainState(keys, state)).toBe(place);
  });

  it('does not name a place that is too long (RP1)', () => {
    const state = createPlainState(KEY, `https://${'a'.repeat(60)}.example`);

    expect(state).toMatch(/^[0-9a-f]{64}$/);
    expect(placeOfPlainState(keys, state)).toBeUndefined();
  });

  it('differs each time', () => {
    expect(createPlainState(KEY, 'http://a')).not.toBe(createPlainState(KEY, 'http://a'));
  });

  it.each([
    ['created with another secret', createPlainState(OTHER, 'https://app.example')],
    ['with another place', createPlainState(KEY, 'https://app.example').replace(/S.*/, 'Sevil')],
    ['of somebody else', 'x'.repeat(100)],
  ])('names no place if it was %s', (_, state) => {
    expect(placeOfPlainState(keys, state)).toBeUndefined();
  });
});
