/**
 * Repairs common errors in token responses: a missing `token_type`, members that are null, and a
 * scope that is an array.
 * @returns undefined if the response is an error or not an object
 * @see RFC 6749 section 5.1
 */
export async function repairTokenResponse(response: Response): Promise<Response | undefined> {
  if (!response.ok) return undefined;
  const body: unknown = await response.json();
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  const members = Object.entries(body)
    .filter(([, value]) => value !== null)
    .map(([name, value]: [string, unknown]) => [name, name === 'scope' ? asText(value) : value]);
  return Response.json({ token_type: 'bearer', ...Object.fromEntries(members) });
}

function asText(scope: unknown): unknown {
  return Array.isArray(scope) ? scope.join(' ') : scope;
}
