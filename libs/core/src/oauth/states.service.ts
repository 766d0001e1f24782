import { Injectable } from '@nestjs/common';
import type { ContentKey } from '../crypto/keyring.js';
import { KeyringService } from '../crypto/keyring.service.js';
import { AuthError } from '../errors/auth.error.js';
import type { ActionContext } from '../request/context/action-context.js';
import { SealedCookieService } from '../request/context/sealed-cookie.service.js';
import { originOfHost } from '../model/hosts.js';
import type { ResolvedOAuthProvider } from '../provider/resolved-provider.js';
import { createPlainState, placeOfPlainState } from './plain-state.js';

/** Salt for sealing the `state` parameter. @see docs/design/wire-contract.md 4 */
export const STATE_SALT = 'encodedState';
/** Salt for the key that authenticates a `state` that is not sealed. */
const PLAIN_SALT = 'authnest.state';

/** Creates the `state` of authorization requests, and explains one whose attempt is missing. */
@Injectable()
export class StatesService {
  constructor(
    private readonly sealed: SealedCookieService,
    private readonly keyrings: KeyringService,
  ) {}

  /**
   * Creates a state. It is as plain as every provider accepts it, unless a redirect proxy has to
   * read our callback in it, perhaps one with Auth.js.
   * @param callback - our own callback URL; undefined if no redirect proxy is used
   * @throws {AuthError} when the provider does not accept a state of that length
   */
  async create(
    ctx: ActionContext,
    { redirectProxyUrl, authorization: { longestState = Infinity } }: ResolvedOAuthProvider,
    callback: string | undefined,
  ): Promise<string> {
    if (redirectProxyUrl !== undefined) {
      const sealed = await this.sealed.seal(ctx, STATE_SALT, placesIn(ctx, callback));
      if (sealed.length <= longestState) return sealed;
      throw new AuthError(
        `with redirectProxyUrl the state has ${sealed.length} characters, and the provider accepts ${longestState}; use a shorter host, or register the callback of this deployment and leave the proxy out`,
      );
    }
    const [key] = this.plainKeys(ctx);
    if (!key) throw new TypeError('a keyring needs at least one secret');
    return createPlainState(key, placeOf(ctx));
  }

  /** Compares the host of the start with that of the callback: cookies are not shared by hosts. */
  explain(ctx: ActionContext, state: string | undefined): string {
    const here = placeOf(ctx);
    const from = state === undefined ? undefined : this.startOf(ctx, state);
    if (from === undefined) {
      return `the callback arrived at ${here}, and its state does not show where a sign-in began`;
    }
    return hostOf(from) === hostOf(here)
      ? `the sign-in began at ${from}, and the callback arrived there too, so either the browser did not keep the cookie, or the callback was opened in another browser`
      : `the sign-in began at ${from}, but the callback arrived at ${here}, where the browser does not send the cookies of ${from}; open the application at the address that the provider redirects to`;
  }

  private startOf(ctx: ActionContext, state: string): string | undefined {
    const plain = placeOfPlainState(this.plainKeys(ctx), state);
    if (plain !== undefined) return plain;
    const claims = this.sealed.open(ctx, STATE_SALT, state);
    const from = claims?.['from'] ?? claims?.['origin'];
    return typeof from === 'string' ? new URL(from).origin : undefined;
  }

  private plainKeys({ config }: ActionContext): readonly ContentKey[] {
    return this.keyrings.get(config.jwt.secrets, PLAIN_SALT).issuing;
  }
}

/** Returns the origin that the browser uses, regardless of `AUTH_URL`: its cookies depend on it. */
function placeOf({ request: { protocol, host } }: ActionContext): string {
  return originOfHost(protocol, host) ?? 'an unknown host';
}

/**
 * Returns the places in a state: where the sign-in began, and our callback for a redirect proxy. If
 * both have the same host it is sent once, since X accepts at most 500 characters. Nothing random
 * is added: a sealed value cannot be guessed.
 */
function placesIn(
  ctx: ActionContext,
  callback: string | undefined,
): { readonly from?: string; readonly origin?: string } {
  const from = placeOf(ctx);
  if (callback === undefined) return { from };
  return hostOf(callback) === hostOf(from) ? { origin: callback } : { from, origin: callback };
}

/** Cookies are kept by host, whatever the protocol. */
function hostOf(place: string): string | undefined {
  return URL.canParse(place) ? new URL(place).hostname : undefined;
}
