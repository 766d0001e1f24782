/**
 * Reads the query of a URL. The last value of a repeated parameter is used.
 * @param search - with or without the question mark
 * @see docs/design/wire-contract.md REQ-14, REQ-15
 */
export function parseQuery(search: string): Readonly<Record<string, string>> {
  const query: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, value] of new URLSearchParams(search)) query[name] = value;
  return query;
}
