import type { Grant, KoaContextWithOIDC } from 'oidc-provider';

/**
 * Grants a client every scope that it requests, so that no consent page appears. The page is still
 * shown for a request with `prompt=consent`.
 * @returns the saved grant; undefined if nobody is signed in
 */
export async function findOrCreateGrant(ctx: KoaContextWithOIDC): Promise<Grant | undefined> {
  const { account, client, provider, requestParamOIDCScopes, session } = ctx.oidc;
  if (!account || !client || !session) return undefined;

  const grantId = session.grantIdFor(client.clientId);
  const known = grantId ? await provider.Grant.find(grantId) : undefined;
  const grant =
    known ?? new provider.Grant({ accountId: account.accountId, clientId: client.clientId });
  grant.addOIDCScope(requestParamOIDCScopes);
  await grant.save();

  return grant;
}
