import { type DeclaredInstance, nameInstance } from './module-instance.js';

const at = (mountPath: string, name?: string): DeclaredInstance => ({
  mountPath,
  name,
  isGlobal: false,
});

/** Returns the names of AuthModules in order. */
function namesOf(...all: DeclaredInstance[]): string[] {
  return all.map((own) => nameInstance(own, all).name);
}

describe('among the AuthModules of an application', () => {
  it.each<[string, DeclaredInstance[], string[]]>([
    ['a single one keeps the Auth.js names', [at('/auth')], ['']],
    ['a single one at another path keeps the Auth.js names', [at('/api/auth')], ['']],
    ['a single one with a name uses it', [at('/auth', 'shop')], ['shop']],
    ['the second is named after its path', [at('/auth'), at('/admin/auth')], ['', 'admin-auth']],
    ['one at /auth keeps the Auth.js names', [at('/admin/auth'), at('/auth')], ['admin-auth', '']],
    [
      'without one at /auth, the first import keeps the Auth.js names',
      [at('/api/auth'), at('/admin/auth'), at('/b/auth')],
      ['', 'admin-auth', 'b-auth'],
    ],
    [
      'the only one without a name keeps the Auth.js names',
      [at('/admin/auth', 'admin'), at('/api/auth')],
      ['admin', ''],
    ],
    [
      'each has its own name if all are named',
      [at('/auth', 'shop'), at('/admin/auth', 'admin')],
      ['shop', 'admin'],
    ],
    ['dots and tildes in a path are replaced', [at('/auth'), at('/a.b~c')], ['', 'a-b-c']],
  ])('%s (U1)', (_, all, names) => {
    expect(namesOf(...all)).toEqual(names);
  });

  it('two with one name are reported, whether it is configured or derived from the path', () => {
    const twice = (...all: DeclaredInstance[]) =>
      all.map((own) => nameInstance(own, all).fault?.startsWith('name: two AuthModules') ?? false);

    expect(twice(at('/auth'), at('/a', 'x'), at('/b', 'x'))).toEqual([false, true, true]);
    expect(twice(at('/auth'), at('/a.b'), at('/a-b'))).toEqual([false, true, true]);
    expect(twice(at('/auth'), at('/x'), at('/b', 'x'))).toEqual([false, true, true]);
    expect(twice(at('/auth'), at('/x'))).toEqual([false, false]);
  });

  it('one that is unnamed only because of the import order is reported', () => {
    const byOrder = (...all: DeclaredInstance[]) =>
      all.map((own) => nameInstance(own, all).warnings.includes('unnamed-instances'));

    expect(byOrder(at('/api/auth'), at('/admin/auth'))).toEqual([true, false]);
    expect(byOrder(at('/api/auth'), at('/auth'))).toEqual([false, false]);
    expect(byOrder(at('/api/auth'), at('/admin/auth', 'admin'))).toEqual([false, false]);
    expect(byOrder(at('/api/auth'))).toEqual([false]);
  });

  it('two global ones are reported once', () => {
    const warnings = (...globals: boolean[]) => {
      const all = globals.map((isGlobal, index) => ({ mountPath: `/auth${index}`, isGlobal }));
      return all
        .flatMap((own) => nameInstance(own, all).warnings)
        .filter((code) => /global/.test(code));
    };

    expect(warnings(true, false, true, true)).toEqual(['global-instances']);
    expect(warnings(true, false)).toEqual([]);
    expect(warnings(true)).toEqual([]);
  });

  it('two at one path are left to the error about the path', () => {
    const all = [1, 2].map(() => ({ mountPath: '/auth', isGlobal: true }));

    expect(all.flatMap((own) => nameInstance(own, all).warnings)).toEqual([]);
  });
});

describe('the name of an instance', () => {
  it.each([
    ['admin', true],
    ['Back_Office-2', true],
    ['x'.repeat(32), true],
    ['', false],
    ['x'.repeat(33), false],
    ['-admin', false],
    ['a.b', false],
    ['a/b', false],
    ['a b', false],
    ['a;b', false],
    ['ä', false],
    [7, false],
    [null, false],
    [undefined, true],
  ])('%j is valid: %s', (name, isOne) => {
    const own = { mountPath: '/auth', name, isGlobal: true };

    expect(nameInstance(own, [own]).fault === undefined).toBe(isOne);
  });
});
