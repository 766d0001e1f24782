import { decode, encode } from '@authnest/core';
import type { CheckedClient } from './test-app.js';

const SHARED = ['authjs.state', 'authjs.pkce.code_verifier', 'authjs.nonce'];

/**
 * Makes the sign-in in progress of a browser one that Auth.js has started with the same secret: it
 * has no cookie of its own, and the shared ones name no attempt.
 */
export async function asStartedByAuthJs({ cookies }: CheckedClient, secret: string): Promise<void> {
  for (const name of cookies.keys()) {
    if (/^authjs\.state\.[0-9a-f]{16}$/.test(name)) cookies.delete(name);
  }
  for (const salt of SHARED) {
    const token = cookies.get(salt);
    if (token === undefined) continue;
    const { attempt: _, ...claims } = (await decode({ token, secret, salt })) ?? {};
    cookies.set(salt, await encode({ token: claims, secret, salt, maxAge: 900 }));
  }
}
