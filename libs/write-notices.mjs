// Writes the licences of the packages that a bundle contains copies of.
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';

const HEADING = 'bundle.cjs holds copies of the packages below, under their own licences.';

/**
 * Writes `third-party-notices.txt` beside the bundle, unless it contains no third-party code.
 * @param folder contains the bundle
 * @param output what rolldown returned for the bundle
 */
export async function writeNotices(folder, output) {
  const modules = output.flatMap(({ moduleIds = [] }) => moduleIds);
  const packages = [...new Set(modules.map(packageFolder))].filter(Boolean);
  if (packages.length === 0) return;

  const notices = await Promise.all(packages.map(notice));
  await writeFile(join(folder, 'third-party-notices.txt'), [HEADING, ...notices].join('\n\n'));
}

/** Returns `…/node_modules/jose` for a file in that package, and '' for one of our own files. */
function packageFolder(module) {
  const parts = module.split(sep);
  const at = parts.lastIndexOf('node_modules');
  if (at < 0) return '';
  return parts.slice(0, at + (parts[at + 1].startsWith('@') ? 3 : 2)).join(sep);
}

async function notice(folder) {
  const { name, version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
  if (!file) throw new Error(`${name} ${version} has no licence file to copy: ${folder}`);

  return `---- ${name} ${version}\n\n${(await readFile(join(folder, file), 'utf8')).trim()}\n`;
}
