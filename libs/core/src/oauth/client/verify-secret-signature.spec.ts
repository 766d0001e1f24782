import { createHmac } from 'node:crypto';
import { verifySecretSignature } from './verify-secret-signature.js';

const SECRET = 'a-client-secret-of-32-characters';
const provider = { client: { id_token_signed_response_alg: 'HS256' } };

function signed(secret: string): string {
  const [header, payload] = [{ alg: 'HS256' }, { sub: 'ada' }].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  );
  const signature = createHmac('sha256', secret).update(`${header}.${payload}`).digest('base64url');
  return `${header}.${payload}.${signature}`;
}

describe('verifySecretSignature', () => {
  it('accepts a token signed with the client secret', async () => {
    await expect(verifySecretSignature(provider, signed(SECRET), SECRET)).resolves.toBeUndefined();
  });

  it('refuses a token signed with another secret', async () => {
    await expect(verifySecretSignature(provider, signed('other'), SECRET)).rejects.toThrow(
      'signature verification failed',
    );
  });

  it.each([undefined, ''])('never verifies against an empty secret: %j (A48)', async (secret) => {
    await expect(verifySecretSignature(provider, signed(''), secret)).rejects.toThrow(
      'an HS256 ID token needs the client secret',
    );
  });
});
