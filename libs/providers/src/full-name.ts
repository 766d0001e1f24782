/** Joins the parts of a name that are present. @returns undefined if all are missing */
export function fullName(...parts: readonly unknown[]): string | undefined {
  const given = parts.filter((part) => typeof part === 'string' && part !== '');
  return given.length > 0 ? given.join(' ') : undefined;
}
