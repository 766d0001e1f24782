import { AuthError, type TokenContext, type TokenSet } from '@authnest/core';

/** The fields of a form; undefined ones are omitted. */
type Form = Readonly<Record<string, string | undefined>>;

/**
 * Posts a form to the provider's token endpoint, for providers with non-standard parameters.
 * @throws {AuthError} if the response contains no access token, with its status and error code
 */
export async function readTokens(
  { fetch: fetchOf, provider }: TokenContext,
  form: Form,
): Promise<{ tokens: TokenSet }> {
  const response = await fetchOf(provider.token?.url ?? '', {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams(definedOnly(form)),
  });
  return tokensOf(response);
}

/** Reads tokens of any type from a response, which might be an error with status 200. */
export async function tokensOf(response: Response): Promise<{ tokens: TokenSet }> {
  const body = ((await response.json()) ?? {}) as TokenSet & {
    error?: unknown;
    errcode?: unknown;
  };
  if (response.ok && typeof body.access_token === 'string' && body.access_token !== '') {
    return { tokens: { ...body, token_type: 'bearer' } };
  }
  const { error, errcode } = body;
  const code = typeof error === 'string' ? error.slice(0, 60) : Number(errcode) || 'no code';
  throw new AuthError(
    `the token endpoint responded with ${response.status} without a token (${code})`,
  );
}

function definedOnly(form: Form): Record<string, string> {
  return Object.fromEntries(
    Object.entries(form).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
