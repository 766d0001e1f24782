/** Adds names to a `Vary` header. @param before - its old value @param added - a name or a list */
export function mergedVary(before: unknown, added: string): string {
  if (before === undefined) return added;
  const list: unknown[] = Array.isArray(before) ? before : [before];
  const names = namesOf(list.join(','));
  if (names.includes('*')) return names.join(', ');
  const known = new Set(names.map((name) => name.toLowerCase()));
  return [...names, ...namesOf(added).filter((name) => !known.has(name.toLowerCase()))].join(', ');
}

function namesOf(list: string): string[] {
  return list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
