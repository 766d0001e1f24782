import { problemsOf } from '../../../../../test/support/problems-of.js';
import { VECTOR_SECRET } from '../../../../../test/support/wire-vectors.js';
import { secretWarnings } from '../options/check-secrets.js';

const LONG = 'x7Gq2mVb9TzK4wRf8NpL1sYd6HcJ3uAe';
const of31 = LONG.slice(1);

describe('a secret', () => {
  it.each([[LONG], [[LONG]], [[LONG, `${LONG}-older`]]])('is accepted: %#', (secret) => {
    expect(problemsOf({ secret })).toEqual([]);
  });

  it.each([[undefined], [''], [[]]])('is reported as missing when it is %j (D19)', (secret) => {
    expect(problemsOf({ secret })).toEqual([
      expect.stringMatching(/^MissingSecret: secret: .*AUTH_SECRET$/) as unknown,
    ]);
  });

  it('is refused with 31 characters, and accepted with 32 (D19)', () => {
    expect(LONG).toHaveLength(32);
    expect(problemsOf({ secret: of31 })).toEqual([
      expect.stringContaining('MissingSecret: secret: is shorter than 32 characters') as unknown,
    ]);
    expect(problemsOf({ secret: LONG })).toEqual([]);
  });

  it.each([[' '.repeat(40)], ['\t\n'.repeat(20)]])(
    'is refused when it is blank: %j (D19)',
    (secret) => {
      expect(problemsOf({ secret })).toEqual([
        expect.stringContaining(
          'MissingSecret: secret: contains an empty or blank entry',
        ) as unknown,
      ]);
    },
  );

  it('is refused if a list contains it twice (D19)', () => {
    expect(problemsOf({ secret: [LONG, LONG] })).toEqual([
      expect.stringContaining('MissingSecret: secret: contains the same entry twice') as unknown,
    ]);
  });

  it.each([
    [['', LONG]],
    [[LONG, '']],
    [[LONG, '   ']],
    [[LONG, undefined]],
    [[LONG, null]],
    [[LONG, 5]],
  ])('is refused if a list has an empty or blank entry: %j (A48)', (secret) => {
    expect(problemsOf({ secret })).toEqual([
      expect.stringContaining('MissingSecret: secret: contains an empty or blank entry') as unknown,
    ]);
  });

  it('is never shown', () => {
    const problems = problemsOf({ secret: [of31, of31, 'short-canary'] }).join('\n');

    expect(problems).not.toContain(of31);
    expect(problems).not.toContain('short-canary');
  });

  it('may be short if short secrets are accepted, but not blank', () => {
    expect(problemsOf({ secret: 'short', acceptShortSecret: true })).toEqual([]);
    expect(problemsOf({ secret: '', acceptShortSecret: true })).toHaveLength(1);
    expect(problemsOf({ secret: ' ', acceptShortSecret: true })).toHaveLength(1);
    expect(problemsOf({ secret: 'short', acceptShortSecret: false })).toHaveLength(1);
  });

  it('set only for tokens is checked in the same way', () => {
    expect(problemsOf({ jwt: { secret: of31 } })).toEqual([
      expect.stringContaining('MissingSecret: jwt.secret: is shorter') as unknown,
    ]);
    expect(problemsOf({ jwt: { secret: '' } })).toHaveLength(1);
    expect(problemsOf({ jwt: { secret: [] } })).toHaveLength(1);
    expect(problemsOf({ jwt: { secret: LONG } })).toEqual([]);
    expect(problemsOf({ jwt: { secret: ' ' }, acceptShortSecret: true })).toHaveLength(1);
  });

  it('set only for provider tokens is checked in the same way', () => {
    expect(problemsOf({ encryptionSecret: of31 })).toEqual([
      expect.stringContaining('MissingSecret: encryptionSecret: is shorter') as unknown,
    ]);
    expect(problemsOf({ encryptionSecret: '' })).toHaveLength(1);
    expect(problemsOf({ encryptionSecret: [LONG, LONG] })).toHaveLength(1);
    expect(problemsOf({ encryptionSecret: of31, acceptShortSecret: true })).toEqual([]);
    expect(problemsOf({ encryptionSecret: LONG })).toEqual([]);
  });
});

describe('secretWarnings', () => {
  it.each([
    [[LONG], []],
    [[of31], ['short-secret']],
    [[LONG, of31], ['short-secret']],
    [[VECTOR_SECRET], ['published-secret']],
  ])('for %j are %j (D19)', (secrets, codes) => {
    expect(secretWarnings(secrets)).toEqual(codes);
  });
});
