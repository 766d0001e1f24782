/** The environment holds four secrets at most, which have 64 arrangements. */
const MOST_ARRANGED = 4;

/**
 * The joined lists that instances with other lists of the same secrets may hash with. Each instance
 * joins its own list with commas. While secrets are added, moved and dropped, any arrangement of
 * some of them may be in use.
 * @param secrets - newest first
 * @returns the list as it is, each arrangement of its first four, and each of the others alone;
 * lazily, since the first usually matches
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

/** A shorter list, for when each try costs a query: the list, rotated, and each secret alone. */
export function rotatedSecrets(secrets: readonly string[]): readonly string[] {
  const rotated = secrets.map((_, at) => [...secrets.slice(at), ...secrets.slice(0, at)].join(','));
  return [...new Set([...rotated, ...secrets])];
}

/** Every non-empty selection of the items, in every order. */
function arrangements(items: readonly string[]): readonly string[][] {
  return items.flatMap((first) => {
    const others = items.filter((item) => item !== first);
    return [[first], ...arrangements(others).map((rest) => [first, ...rest])];
  });
}
