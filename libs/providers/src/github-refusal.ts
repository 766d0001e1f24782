/** The error codes of RFC 6749 section 5.2 by those of GitHub. */
const STANDARD: ReadonlyMap<unknown, string> = new Map([
  ['bad_refresh_token', 'invalid_grant'],
  ['bad_verification_code', 'invalid_grant'],
  ['incorrect_client_credentials', 'invalid_client'],
]);

/**
 * Changes an error that GitHub sends with status 200 and its own code to that of the standard.
 * Otherwise a refresh token that GitHub refuses looks like a failure that may be temporary, and is
 * sent again at each use.
 * @returns undefined for any other response
 * @see https://docs.github.com/apps/oauth-apps/maintaining-oauth-apps/troubleshooting-oauth-app-access-token-request-errors
 */
export async function githubRefusal(response: Response): Promise<Response | undefined> {
  if (!response.ok) return undefined;
  const body: unknown = await response.json().catch(() => undefined);
  if (typeof body !== 'object' || body === null || 'access_token' in body) return undefined;
  const error = 'error' in body ? STANDARD.get(body.error) : undefined;
  return error === undefined ? undefined : Response.json({ error }, { status: 400 });
}
