import { readdirSync, readFileSync } from 'node:fs';

/** Reads the modules of `@authnest/client`. @returns their code by file name */
export function readClient(): ReadonlyMap<string, string> {
  const folder = new URL('.', import.meta.resolve('@authnest/client'));
  const files = readdirSync(folder).filter((name) => name.endsWith('.js'));
  return new Map(files.map((name) => [name, readFileSync(new URL(name, folder), 'utf8')]));
}
