import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readFromRoot } from '../../../test/support/guides.js';
import { identityRows, identityTable, TABLE_MARKS } from '../../../test/support/identity-table.js';

const GUIDE = 'docs/provider-list.md';
const [begin, end] = TABLE_MARKS;

// `npm run guides` sets this variable to update the table that the test checks.
if (process.env['UPDATE_GUIDES']) {
  const [before, table = ''] = readFromRoot(GUIDE).split(begin);
  const after = table.slice(table.indexOf(end));
  const file = fileURLToPath(new URL(`../../../${GUIDE}`, import.meta.url));
  writeFileSync(file, `${before}${begin}\n\n${identityTable()}\n\n${after}`);
}

describe('the identities in docs/provider-list.md', () => {
  it('match the mappings (`npm run guides` updates them)', () => {
    const [, rest = ''] = readFromRoot(GUIDE).split(begin);
    const [table = ''] = rest.split(end);
    const rows = table
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .slice(2)
      .map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      );

    expect(rows).toEqual(identityRows());
  });
});
