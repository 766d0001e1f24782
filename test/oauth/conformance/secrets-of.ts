import type { RecordedRequest } from '@authnest/testing';

/** Returns the values that application and provider exchange, and that must never be logged. */
export function secretsOf(requests: readonly RecordedRequest[]): string[] {
  return requests.flatMap(({ endpoint, query, form, headers }) => {
    const values =
      endpoint === 'authorize'
        ? [query.get('state'), query.get('nonce')]
        : [form.get('code'), form.get('code_verifier'), form.get('client_assertion')];
    const [, credential] = (headers.authorization ?? '').split(' ');
    return [...values, credential].filter((value) => value !== null && value !== undefined);
  });
}
