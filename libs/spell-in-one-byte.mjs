// Escapes what is outside Latin-1. Node keeps the text of each module in memory, and with a single `…`
// in it every character takes two bytes.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** @param folder contains the bundles, which are changed in place */
export async function spellInOneByte(folder) {
  for (const file of ['bundle.js', 'bundle.cjs']) {
    const code = await readFile(join(folder, file), 'utf8');
    await writeFile(join(folder, file), code.replace(/[^\0-\xff]/g, escaped));
  }
}

function escaped(unit) {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
