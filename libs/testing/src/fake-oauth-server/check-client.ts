import type { FakeClient, FakeClientAuthentication } from './fake-client.js';
import { checkAssertion } from './check-assertion.js';
import type { RecordedRequest } from './recorded-request.js';
import { RefusedRequest } from './refused-request.js';

const JWT_BEARER = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/**
 * Authenticates the client, as strictly as the specifications allow.
 * @throws {RefusedRequest} if credentials are wrong, missing, sent twice, or for another method
 * @see RFC 6749 section 2.3; RFC 7523 section 3
 */
export async function checkClient(
  request: RecordedRequest,
  client: FakeClient,
  { issuer, spent }: { issuer: string; spent: Set<string> },
): Promise<void> {
  const method = methodOf(request);
  if (client.method === undefined ? method === 'none' : method !== client.method) {
    throw new RefusedRequest('invalid_client', `${method} is not how this client authenticates`);
  }
  if (method === 'client_secret_jwt' || method === 'private_key_jwt') {
    const assertion = request.form.get('client_assertion') ?? '';
    return checkAssertion(assertion, client, { issuer, spent, method });
  }
  const [id, secret] = credentialsOf(request, method);
  const expected = method === 'none' ? undefined : client.clientSecret;
  if (id !== client.clientId || secret !== expected) {
    throw new RefusedRequest('invalid_client', 'the id or the secret is wrong');
  }
}

function methodOf({ headers, form }: RecordedRequest): FakeClientAuthentication {
  const used: FakeClientAuthentication[] = [];
  if (headers.authorization !== undefined) used.push('client_secret_basic');
  if (form.has('client_secret')) used.push('client_secret_post');
  if (form.has('client_assertion')) {
    if (form.get('client_assertion_type') !== JWT_BEARER) {
      throw new RefusedRequest('invalid_client', 'client_assertion_type is not supported');
    }
    const [header = ''] = (form.get('client_assertion') ?? '').split('.');
    const isSymmetric = Buffer.from(header, 'base64url').includes('"HS256"');
    used.push(isSymmetric ? 'client_secret_jwt' : 'private_key_jwt');
  }
  const [method = 'none', ...more] = used;
  if (more.length > 0) {
    throw new RefusedRequest('invalid_request', `credentials in two places: ${used.join(', ')}`);
  }
  return method;
}

function credentialsOf(
  { headers, form }: RecordedRequest,
  method: FakeClientAuthentication,
): [id: string | undefined, secret: string | undefined] {
  if (method !== 'client_secret_basic') {
    return [form.get('client_id') ?? undefined, form.get('client_secret') ?? undefined];
  }
  const [, encoded = ''] = /^Basic (\S+)$/.exec(headers.authorization ?? '') ?? [];
  const [id = '', secret = ''] = Buffer.from(encoded, 'base64').toString('latin1').split(':');
  return [formDecoded(id), formDecoded(secret)];
}

/** Decodes one half of Basic credentials, which are form-encoded. @see RFC 6749 section 2.3.1 */
function formDecoded(text: string): string | undefined {
  return new URLSearchParams(`v=${text}`).get('v') ?? undefined;
}
