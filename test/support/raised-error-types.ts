import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readFromRoot } from './guides.js';

const SOURCES = 'libs/core/src';
const ERRORS = ['auth', 'configuration', 'internal', 'provider-token', 'sign-in'];

/** Returns the types of the errors that the core creates, according to its sources. */
export function raisedErrorTypes(): string[] {
  const types = typesByClass();
  const sources = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.spec.'))
    .map((file) => readFromRoot(join(SOURCES, file)));
  const made = sources.flatMap((source) => [...source.matchAll(/\bnew ([A-Z]\w+)\(/g)]);
  const raised = made.map(([, name = '']) => types.get(name)).filter((type) => type !== undefined);
  return [...new Set(raised)];
}

function typesByClass(): Map<string, string> {
  const text = ERRORS.map((file) => readFromRoot(`${SOURCES}/errors/${file}.error${ending(file)}`));
  const classes = text
    .join('\n')
    .matchAll(/export class (\w+) extends[^}]*?readonly type(?:: \w+)? = '(\w+)'/gs);
  return new Map([...classes].map(([, name = '', type = '']) => [name, type]));
}

function ending(file: string): string {
  return file === 'auth' ? '.ts' : 's.ts';
}
