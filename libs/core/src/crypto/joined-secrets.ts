/** The environment contains at most four secrets, which have 64 arrangements. */
const MOST_ARRANGED = 4;

/**
 * Yields the joined lists of secrets that other instances may use for their hashes. Each instance
 * joins its own list with commas. While secrets are being added, moved and removed, any arrangement
 * of some of them may be in use.
 * @param secrets - newest first
 * @returns the given list, each arrangement of its first four secrets, and each of the others
 * alone; lazily, since the first usually matches
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

/**
 * Returns fewer lists, for tries that cost a query: all rotations, the list before its first secret
 * was added, and each secret alone.
 */
export function rotatedSecrets(secrets: readonly string[]): readonly string[] {
  const rotated = secrets.map((_, at) => [...secrets.slice(at), ...secrets.slice(0, at)].join(','));
  const before = secrets.length > 1 ? [secrets.slice(1).join(',')] : [];
  return [...new Set([...rotated, ...before, ...secrets])];
}

/** Returns every non-empty selection of the items, in every order. */
function arrangements(items: readonly string[]): readonly string[][] {
  return items.flatMap((first) => {
    const others = items.filter((item) => item !== first);
    return [[first], ...arrangements(others).map((rest) => [first, ...rest])];
  });
}
