import { libraries, readFromRoot } from './support/guides.js';
import { errorClasses } from './support/raised-error-types.js';
import { SPECIFIED_TYPES } from './support/specified-types.js';

/** Returns the names in `export { … } from` and `export type { … } from`. */
function exportedNames(index: string): string[] {
  const lists = [...index.matchAll(/^export (?:type )?\{([^}]*)\} from/gm)];
  return lists
    .flatMap(([, list = '']) => list.split(','))
    .map((item) => item.trim().replace(/^type |.* as /g, ''))
    .filter((name) => name !== '');
}

it.each(libraries())(
  'the public names of @authnest/%s are exported explicitly, once',
  (library) => {
    const index = readFromRoot(`libs/${library}/src/index.ts`);
    const names = exportedNames(index);

    expect(index).not.toMatch(/^export (?!(?:type )?\{)/m);
    expect(names.length).toBeGreaterThan(0);
    expect(names).toEqual([...new Set(names)]);
  },
);

describe('the public names of @authnest/core', () => {
  const names = new Set(exportedNames(readFromRoot('libs/core/src/index.ts')));

  it('include every error class that has a type', () => {
    const classes = errorClasses();

    expect(classes).toEqual(expect.arrayContaining(['AuthError', 'MissingSecret', 'AccessDenied']));
    expect(classes.filter((name) => !names.has(name))).toEqual([]);
  });

  it('include the types of records and options that Auth.js has', () => {
    expect(SPECIFIED_TYPES.filter((name) => !names.has(name))).toEqual([]);
  });
});
