/** Joins the parts of a name that are there. @returns undefined where none is */
export function fullName(...parts: readonly unknown[]): string | undefined {
  const given = parts.filter((part) => typeof part === 'string' && part !== '');
  return given.length > 0 ? given.join(' ') : undefined;
}
