/** The parts of a `Set-Cookie` line, with its attributes in order. */
export interface SentCookie {
  readonly name: string;
  /** The decoded value. */
  readonly value: string;
  readonly attributes: ReadonlyMap<string, string>;
}

/** Parses the `Set-Cookie` lines of a response, in order. */
export function sentCookies(lines: readonly string[] = []): SentCookie[] {
  return lines.map((line) => {
    const [pair = '', ...rest] = line.split('; ');
    const [name, value] = halves(pair);
    return { name, value: decodeURIComponent(value), attributes: new Map(rest.map(halves)) };
  });
}

/** Returns the names of the cookies that a response clears, each once for all its places. */
export function clearedNames(lines: readonly string[] = []): string[] {
  const cleared = sentCookies(lines).filter(
    ({ value, attributes }) => value === '' && attributes.get('Max-Age') === '0',
  );
  return [...new Set(cleared.map(({ name }) => name))];
}

function halves(text: string): [string, string] {
  const at = text.indexOf('=');
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
