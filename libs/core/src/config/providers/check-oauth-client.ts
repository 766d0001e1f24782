import { AuthError } from '../../errors/auth.error.js';
import { isObject } from '../options/option-test.js';
import type { MergedProvider } from '../../provider/merge-provider.js';
import type { ProviderNames } from './check-provider-urls.js';

/** Checks the id of the client and its credentials. */
export function* checkOAuthClient(
  merged: MergedProvider,
  { name, variables }: ProviderNames,
): Iterable<AuthError> {
  if (!merged.clientId) {
    yield new AuthError(`${name}: needs \`clientId\`; set it or ${variables}_ID`);
  }
  if (!merged.clientSecret && needsSecret(merged)) {
    const remedy = isPublicOnRequest(merged) ? PUBLIC : '';
    yield new AuthError(`${name}: needs \`clientSecret\`; set it or ${variables}_SECRET${remedy}`);
  }
  yield* checkPrivateKey(merged, name);
  yield* checkBasicCredentials(merged, name);
}

/** Without escaping, the first colon ends the id. @see RFC 7617 section 2 */
function* checkBasicCredentials(
  { clientId, token }: MergedProvider,
  name: string,
): Iterable<AuthError> {
  const isRaw = typeof token === 'object' && token.basicCredentials === 'raw';
  if (isRaw && clientId?.includes(':') === true) {
    yield new AuthError(
      `${name}: token.basicCredentials: 'raw' cannot send a \`clientId\` that contains a colon; remove this option, or set \`client: { token_endpoint_auth_method: 'client_secret_post' }\``,
    );
  }
}

function* checkPrivateKey({ client, token }: MergedProvider, name: string): Iterable<AuthError> {
  const key = typeof token === 'object' ? token.clientPrivateKey : undefined;
  const method = client?.token_endpoint_auth_method;
  if (key === undefined) {
    if (method !== 'private_key_jwt') return;
    yield new AuthError(`${name}: \`private_key_jwt\` needs \`token.clientPrivateKey\``);
  } else if (!isPrivateKey('key' in key ? key.key : key)) {
    yield new AuthError(
      `${name}: token.clientPrivateKey: expected a private CryptoKey that may sign, or \`{ key, kid }\` with one`,
    );
  }
}

function isPrivateKey(key: unknown): boolean {
  return isObject(key) && 'type' in key && key.type === 'private';
}

const PUBLIC = ". For a public client, set `client: { token_endpoint_auth_method: 'none' }`";

/** Whether a client without a secret would be valid if it were configured as public. */
function isPublicOnRequest({ client = {} }: MergedProvider): boolean {
  return (
    client.token_endpoint_auth_method === undefined &&
    client.id_token_signed_response_alg?.startsWith('HS') !== true
  );
}

/**
 * Whether a client needs a secret. It is public only if the configuration states that; otherwise a
 * missing environment variable would make it public, and the first callback would fail.
 */
function needsSecret({ client = {}, token }: MergedProvider): boolean {
  const { token_endpoint_auth_method: method, id_token_signed_response_alg: alg } = client;
  if (alg?.startsWith('HS') === true) return true;
  if (method !== undefined) return method.startsWith('client_secret_');
  return typeof token !== 'object' || token.clientPrivateKey === undefined;
}
