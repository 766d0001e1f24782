import type { RecordedRequest } from '@authnest/testing';

/** What of a sign-in must never be logged: it went over the wire between application and provider. */
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
