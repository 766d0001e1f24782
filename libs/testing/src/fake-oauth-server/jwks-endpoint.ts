import type { FakeAnswer } from './fake-answer.js';
import type { ProviderState } from './provider-state.js';

/** Returns the current key, and those used since the last rotation. @see RFC 7517 */
export async function jwksEndpoint({ keys, signingAlgorithm }: ProviderState): Promise<FakeAnswer> {
  if (signingAlgorithm !== 'HS256') await keys.get(signingAlgorithm);
  return { json: await keys.jwks() };
}
