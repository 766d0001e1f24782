import { createAuthClient } from '@authnest/client';
import { registerPasskey, signInWithPasskey } from '@authnest/client/passkey';

/** @param api - origin of the API, such as `https://api.example.com` */
export function authClient(api: string) {
  const client = createAuthClient({ baseUrl: `${api}/auth` });
  return {
    ...client,
    /** Stays on the page: null, or the text to show. */
    async signInWithPassword(fields: Record<string, unknown>): Promise<string | null> {
      // The id of the provider: `password` of `Password()`, `credentials` of `Credentials()`.
      const result = await client.signIn('password', { ...fields, redirect: false });
      return result.ok ? null : result.message;
    },
    signInWithPasskey: () => signInWithPasskey({ client, redirect: false }),
    addPasskey: () => registerPasskey({ client }),
  };
}
