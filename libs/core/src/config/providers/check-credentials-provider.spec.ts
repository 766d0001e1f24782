import { problemsOf } from '../../../../../test/support/problems-of.js';

const authorize = () => null;

/** Not typed, since the tests pass invalid values. */
const problemsWith = (options: object) =>
  problemsOf({ providers: [{ id: 'c', name: 'C', type: 'credentials', authorize, ...options }] });

describe('a credentials provider', () => {
  it.each([
    [['email', 'password'], 'got a list'],
    ['email', 'got a string'],
    [null, 'got null'],
  ])('is refused if its inputs are %j', (credentials, got) => {
    const expected = `AuthError: provider \`c\`: credentials: expected an object of inputs, ${got}`;

    expect(problemsWith({ credentials })).toEqual([expected]);
    expect(problemsWith({ options: { credentials } })).toEqual([expected]);
  });

  // The type of the input would be lost: the page would show what is typed into `password`.
  it.each([
    ['password', 'got a string'],
    [null, 'got null'],
    [[], 'got a list'],
  ])('is refused if an input is %j', (password, got) => {
    expect(problemsWith({ credentials: { name: {}, password } })).toEqual([
      `AuthError: provider \`c\`: credentials.password: expected an object such as \`{ type: 'password' }\`, ${got}`,
    ]);
  });

  it.each([
    [5, 'got a number'],
    ['', 'got an empty string'],
  ])('is refused if its name is %j', (name, got) => {
    expect(problemsWith({ name })).toEqual([
      `AuthError: provider \`c\`: name: expected a string, ${got}`,
    ]);
  });

  it('may have inputs that are undefined', () => {
    expect(problemsWith({ credentials: { name: {}, code: undefined } })).toEqual([]);
  });
});
