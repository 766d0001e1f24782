import { AuthError } from '../../errors/auth.error.js';
import { withTimeout } from '../../model/with-timeout.js';
import type { ResolvedTokenEndpoint } from '../../provider/resolved-provider.js';
import type { ProviderDocument } from './fetch-document.js';
import { assertJwsForm } from './assert-jws-form.js';
import { withSoleKey } from './fit-keys.js';
import {
  keyOf,
  type KeyName,
  readTokenResponse,
  type UnfitLife,
  withBody,
} from './token-response.js';

/** What one redemption or refresh needs to call a provider. */
export interface ProviderCallParts {
  readonly fetch: typeof fetch;
  readonly timeoutMs: number;
  /** URLs of the provider, in the form in which the OAuth library calls them. */
  readonly urls: { readonly token?: string; readonly userinfo?: string; readonly keys?: string };
  readonly conform?: ResolvedTokenEndpoint['conform'];
  /** Replaces the call to the token endpoint. */
  readonly handle?: () => Promise<object>;
  /** How signatures are verified: with keys, with the client secret, or not at all. */
  readonly verifiedBy: 'keys' | 'secret' | 'nothing';
  readonly unfitLife?: UnfitLife;
  keySet(name: KeyName): Promise<ProviderDocument>;
}

/** The options of a `fetch` call; all of them are passed on unchanged. */
interface Sent {
  readonly method: string;
}

/**
 * Implements the `fetch` of the OAuth library for one redemption or refresh. The library validates
 * the responses; this class adds what the library has no option for: the application's handlers,
 * its `conform` function, and the keys, which we cache ourselves.
 */
export class ProviderCall {
  /** The signed token of the last response: an ID token or the user info. */
  private signed = '';

  constructor(private readonly parts: ProviderCallParts) {}

  /** The `fetch` for the library. */
  readonly fetch = async (url: string, options: Sent): Promise<Response> => {
    const { urls } = this.parts;
    if (url === urls.token && options.method === 'POST') return this.token(url, options);
    if (url === urls.keys) return Response.json(await this.keys());
    const response = await this.parts.fetch(url, options);
    return url === urls.userinfo ? this.userinfo(response) : response;
  };

  private async token(url: string, options: Sent): Promise<Response> {
    const { handle, fetch, verifiedBy, unfitLife } = this.parts;
    const came = handle ? Response.json(await handle()) : await fetch(url, options);
    const read = await readTokenResponse(await this.conformed(came), {
      idToken: verifiedBy === 'nothing' ? 'drop' : 'keep',
      unfitLife,
    });
    this.signed = read.idToken ?? '';
    return read.response;
  }

  private async keys(): Promise<ProviderDocument> {
    const known = await this.parts.keySet(keyOf(this.signed) ?? {});
    return withSoleKey(known, this.signed);
  }

  private async conformed(response: Response): Promise<Response> {
    const { conform, timeoutMs } = this.parts;
    if (!conform) return response;
    const pending = Promise.resolve(conform(response.clone()));
    return (await withTimeout(pending, timeoutMs, 'token.conform')) ?? response;
  }

  /** @see docs/design/security-bar.md B24: a signed response is verified or refused */
  private async userinfo(response: Response): Promise<Response> {
    if (!/^application\/jwt\b/i.test(response.headers.get('content-type') ?? '')) return response;
    if (this.parts.verifiedBy !== 'keys') {
      throw new AuthError(
        'the user info is signed, but the provider has no keys to verify it with',
      );
    }
    const text = await response.text();
    assertJwsForm(text, 'the user info');
    this.signed = text;
    return withBody(response, text);
  }
}
