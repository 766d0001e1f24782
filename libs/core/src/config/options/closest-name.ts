const TOLERANCE = 2;

/**
 * Finds the name that was probably meant; undefined if none is close.
 * @param tolerance - how many letters may be wrong, missing or too many
 */
export function closestName(
  name: string,
  known: readonly string[],
  tolerance = TOLERANCE,
): string | undefined {
  const wanted = name.toLowerCase();
  const byDistance = known
    .map((candidate) => ({ candidate, distance: distanceOf(wanted, candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  const [best] = byDistance;
  return best && best.distance <= tolerance ? best.candidate : undefined;
}

/** The Levenshtein distance: how many letters must be inserted, deleted or substituted. */
function distanceOf(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 0; i < a.length; i += 1) {
    const next = [i + 1];
    for (let j = 1; j <= b.length; j += 1) {
      const substituted = (row[j - 1] ?? 0) + (a[i] === b[j - 1] ? 0 : 1);
      next.push(Math.min(substituted, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
