import { type CeremonyFacts, chooseCeremony } from './choose-ceremony.js';

const known = { user: { id: 'u', email: 'a@example.com' }, exists: true };
const fresh = { user: { email: 'b@example.com' }, exists: false };
const nameless = { user: { id: 'u' }, exists: true };

describe('chooseCeremony', () => {
  it.each<[CeremonyFacts['asked'], boolean, CeremonyFacts['found'], string, string]>([
    ['authenticate', false, null, 'authenticate', 'authenticate'],
    ['authenticate', true, known, 'authenticate', 'authenticate'],
    ['register', false, fresh, 'register', 'register'],
    ['register', false, known, '400', 'register'],
    ['register', false, null, '400', '400'],
    ['register', true, known, 'register', 'register'],
    ['register', true, nameless, '400', '400'],
    [undefined, false, null, 'authenticate', 'authenticate'],
    [undefined, false, known, 'authenticate', 'authenticate'],
    [undefined, false, fresh, 'register', 'authenticate'],
    [undefined, true, known, '400', '400'],
  ])(
    'for the action %s, signed in %s, user %j: chooses %s like Auth.js, %s by default',
    (asked, signedIn, found, infer, alike) => {
      const choose = (rows: CeremonyFacts['rows']): string =>
        chooseCeremony({ asked, signedIn, found, rows }) ?? '400';

      expect(choose('infer')).toBe(infer);
      expect(choose('alike')).toBe(alike);
    },
  );
});
