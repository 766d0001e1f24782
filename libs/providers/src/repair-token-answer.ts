/**
 * Repairs the response of a token endpoint that is nearly right: no `token_type`, null for what
 * there is not, the scope as a list.
 * @see RFC 6749 section 5.1
 */
export async function repairTokenAnswer(response: Response): Promise<Response | undefined> {
  if (!response.ok) return undefined;
  const answer: unknown = await response.json();
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return undefined;
  const members = Object.entries(answer)
    .filter(([, value]) => value !== null)
    .map(([name, value]: [string, unknown]) => [name, name === 'scope' ? asText(value) : value]);
  return Response.json({ token_type: 'bearer', ...Object.fromEntries(members) });
}

function asText(scope: unknown): unknown {
  return Array.isArray(scope) ? scope.join(' ') : scope;
}
