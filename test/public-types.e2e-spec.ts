import { fileURLToPath } from 'node:url';
import { unnamedTypes } from './support/unnamed-types.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const LIBRARIES = ['core', 'providers', 'typeorm', 'redis', 'record-store', 'testing'];

describe('the types of the packages', () => {
  it('can be named by an application that emits declarations (RP6)', () => {
    expect(unnamedTypes(ROOT, LIBRARIES)).toEqual([]);
  });
});
