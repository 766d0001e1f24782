/**
 * Repairs common faults in the response of a token endpoint: a missing `token_type`, null for
 * missing members, the scope as a list.
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
