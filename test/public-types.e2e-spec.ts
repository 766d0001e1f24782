import { fileURLToPath } from 'node:url';
import { unnamedTypes } from './support/unnamed-types.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const LIBRARIES = [
  'core',
  'providers',
  'typeorm',
  'take-over',
  'password',
  'redis',
  'record-store',
  'testing',
];
const ENTRIES = LIBRARIES.map((name) => `libs/${name}/src/index.ts`);
/** Names for those who write a feature or a migration. */
const OF_FEATURES = ['libs/core/src/feature.ts', 'libs/typeorm/src/migrations.ts'];

describe('the types of the packages', () => {
  it('can be named by an application that emits declarations (RP6)', () => {
    expect(unnamedTypes(ROOT, ENTRIES, OF_FEATURES)).toEqual([]);
  });
});
