import type { Change } from './operation.js';

/**
 * Returns a function that gives changes the values that they have now: listeners and subscribers may
 * have changed them since, and are called again with each attempt.
 */
export function givenValues(changes: readonly Change[]): () => void {
  const given = changes.map(({ entity = {} }) => [entity, { ...entity }] as const);
  return () => {
    for (const [entity, values] of given) {
      for (const name of Object.keys(entity)) delete entity[name];
      Object.assign(entity, values);
    }
  };
}
