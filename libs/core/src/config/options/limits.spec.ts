import { readFileSync } from 'node:fs';
import { DEFAULT_LIMITS } from './limits.js';

const GUIDE = new URL('../../../../../docs/limits.md', import.meta.url);
const ROWS = readFileSync(GUIDE, 'utf8').matchAll(/^\| `(\w+)`:.*?\|(.*)\|(.*)\|(.*)\|$/gm);

/** The numbers of the guide, by name; empty cells are absent. */
const GUIDED = new Map(
  [...ROWS].map(([, name = '', ...cells]) => [name, cells.map((cell) => Number(cell.trim()))]),
);

describe('the limits that apply by default', () => {
  it('are those of docs/limits.md', () => {
    expect([...GUIDED.keys()].sort()).toEqual(Object.keys(DEFAULT_LIMITS).sort());
  });

  it.each(Object.entries(DEFAULT_LIMITS))(
    'are as high as the guide states for %s',
    (name, { sameNetwork, network, identifier }) => {
      const stated = GUIDED.get(name) ?? [];
      const [pair, one, all] = stated.map(
        (number, at) => number || [sameNetwork, network, identifier][at],
      );

      expect([sameNetwork, network, identifier]).toEqual([pair, one, all]);
    },
  );
});
