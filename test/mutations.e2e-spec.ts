import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MUTATIONS } from '../ops/mutations/mutations.js';

describe('ops/mutations', () => {
  it('changes what the sources contain once: a defence that was rewritten is still tried', () => {
    const stale = MUTATIONS.filter(({ file, from }) => {
      const path = join('libs', file);
      return !existsSync(path) || readFileSync(path, 'utf8').split(from).length !== 2;
    });

    expect(MUTATIONS.length).toBeGreaterThan(60);
    expect(stale).toEqual([]);
  });
});
