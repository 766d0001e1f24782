/** Browsers send fewer than a hundred characters; the rest of a longer header is ignored. */
const LONGEST_HEADER = 1000;
/** How many languages of a header are read. */
const MOST_RANGES = 32;

const RANGE = /^(?:[a-z]{1,8}(?:-[a-z0-9]{1,8}){0,7}|\*)$/;
const WEIGHT = /^q=(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)$/;

/** The languages that a browser accepts, and those that it refuses. */
export interface AcceptedLanguages {
  /** In lower case, the most wanted first; `*` is any language. */
  readonly wanted: readonly string[];
  /** Those with weight 0, in lower case. */
  readonly refused: readonly string[];
}

/**
 * Parses an untrusted header: members that do not follow the RFC are skipped.
 * @see RFC 9110 sections 12.4.2 and 12.5.4
 */
export function parseAcceptLanguage(header: string): AcceptedLanguages {
  const ranges = header
    .slice(0, LONGEST_HEADER)
    .split(',', MOST_RANGES)
    .flatMap((member) => parseRange(member));
  return {
    wanted: ranges
      .filter(({ weight }) => weight > 0)
      .toSorted((a, b) => b.weight - a.weight)
      .map(({ range }) => range),
    refused: ranges.filter(({ weight }) => weight === 0).map(({ range }) => range),
  };
}

function parseRange(member: string): { range: string; weight: number }[] {
  const [range = '', weight = 'q=1', ...rest] = member
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const [, value] = WEIGHT.exec(weight) ?? [];
  if (!RANGE.test(range) || value === undefined || rest.length > 0) return [];
  return [{ range, weight: Number(value) }];
}

/**
 * Chooses among tags: `de-CH` finds `de-CH`, else `de`, else another `de-…`.
 * @param tags - not empty; the first one is used if the header accepts none of them
 * @see RFC 4647 section 3.4
 */
export function chooseTag(
  tags: readonly [string, ...string[]],
  header: string | undefined,
): string {
  const { wanted, refused } = parseAcceptLanguage(header ?? '');
  const open = tags.filter((tag) => !refused.includes(tag.toLowerCase()));
  for (const range of wanted) {
    const found = range === '*' ? open[0] : lookUp(open, range);
    if (found !== undefined) return found;
  }
  return open[0] ?? tags[0];
}

function lookUp(tags: readonly string[], range: string): string | undefined {
  for (let rest = range; rest !== ''; rest = rest.slice(0, Math.max(rest.lastIndexOf('-'), 0))) {
    const found = tags.find((tag) => tag.toLowerCase() === rest);
    if (found !== undefined) return found;
  }
  const [language] = range.split('-');
  return tags.find((tag) => tag.toLowerCase().startsWith(`${language}-`));
}
