/** A `Vary` header with one more name. @param before - as it was set */
export function mergedVary(before: unknown, added: string): string {
  const list: unknown[] = Array.isArray(before) ? before : [before ?? ''];
  const names = list
    .join(',')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const isThere = names.some((name) => name === '*' || name.toLowerCase() === added.toLowerCase());
  return isThere ? names.join(', ') : [...names, added].join(', ');
}
