/** The environment holds four secrets at most; their arrangements are 64. */
const MOST_ARRANGED = 4;

/**
 * What instances with other lists of the same secrets hash by: they join their list with commas, so
 * while secrets are added, moved and dropped, each arrangement of some of them is in use somewhere.
 * @param secrets - newest first
 * @returns the list as it is, each arrangement of its first four, and each of the others alone; one
 * by one, since mostly the first is the one
 * @see docs/design/wire-contract.md CSRF-2
 */
export function* joinedSecrets(secrets: readonly string[]): Iterable<string> {
  const list = secrets.join(',');
  yield list;
  const arranged = arrangements(secrets.slice(0, MOST_ARRANGED)).map((some) => some.join(','));
  const others = new Set([...arranged, ...secrets]);
  others.delete(list);
  yield* others;
}

/** The same where each try costs a query: the list as it is, rotated, and each secret alone. */
export function rotatedSecrets(secrets: readonly string[]): readonly string[] {
  const rotated = secrets.map((_, at) => [...secrets.slice(at), ...secrets.slice(0, at)].join(','));
  return [...new Set([...rotated, ...secrets])];
}

/** Every list that some of these items make, in every order. */
function arrangements(items: readonly string[]): readonly string[][] {
  return items.flatMap((first) => {
    const others = items.filter((item) => item !== first);
    return [[first], ...arrangements(others).map((rest) => [first, ...rest])];
  });
}
