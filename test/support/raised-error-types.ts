import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readFromRoot } from './guides.js';

const SOURCES = 'libs/core/src';
const ERRORS = join(SOURCES, 'errors');

/** Returns the types of the errors that the core creates, according to its sources. */
export function raisedErrorTypes(): string[] {
  const types = typesByClass();
  const sources = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.spec.'))
    .map((file) => readFromRoot(join(SOURCES, file)));
  const made = sources.flatMap((source) => [...source.matchAll(/\bnew ([A-Z]\w+)\(/g)]);
  const raised = made.map(([, name = '']) => types.get(name)).filter((type) => type !== undefined);
  return [...new Set([...raised, ...RAISED_BY_APPLICATIONS])];
}

const RAISED_BY_APPLICATIONS = ['UnknownTenant'];

/** Returns the names of the error classes that have a type of their own. */
export function errorClasses(): string[] {
  return [...typesByClass().keys()];
}

function typesByClass(): Map<string, string> {
  const files = readdirSync(ERRORS).filter((file) => /\.errors?\.ts$/.test(file));
  const classes = files
    .map((file) => readFromRoot(join(ERRORS, file)))
    .join('\n')
    .matchAll(/export class (\w+) extends[^}]*?readonly type(?:: \w+)? = '(\w+)'/gs);
  return new Map([...classes].map(([, name = '', type = '']) => [name, type]));
}
