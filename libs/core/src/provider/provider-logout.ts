import type { MaybePromise } from '../model/maybe-promise.js';
import type { HandlerContext } from './oauth-endpoint.js';

/** How the provider learns whose session to end. */
export type LogoutHint = 'id_token' | 'logout_hint' | 'none';

/** What a handler of the logout gets. */
export interface LogoutContext extends HandlerContext {
  /** The URL that the browser would be sent to; absent where no end session endpoint is known. */
  url?: URL;
  /** The ID token of the sign-in; absent if it was not kept. It may have expired. */
  idToken?: string;
  /** All parameters of the request, the hint and the return address among them. */
  params: Record<string, string>;
  /** Where the provider sends the browser back to: `<origin><base>/signed-out`. */
  returnTo: string;
  /** The provider returns it if `redirectParam` is the standard one. */
  state: string;
}

/** Decides where the browser is sent; null ends the session here only. */
export type LogoutHandler = {
  handler(context: LogoutContext): MaybePromise<string | URL | null>;
}['handler'];

/**
 * Sign-out at the provider.
 * @see OpenID Connect RP-Initiated Logout 1.0 section 2
 */
export interface LogoutOptions {
  /** @default the `end_session_endpoint` of the provider's metadata */
  url?: string;
  /** Further parameters, such as `ui_locales`. */
  params?: Record<string, string>;
  /**
   * The parameter that holds the return address. With another one than the default no `state` is
   * sent, since only the standard parameter brings one back.
   * @default 'post_logout_redirect_uri'
   */
  redirectParam?: string;
  /**
   * `logout_hint` sends the claim `login_hint` of the ID token, else the claim `sid`.
   * @default 'id_token'
   */
  hint?: LogoutHint;
  request?: LogoutHandler;
}

/** The same, complete. */
export interface ResolvedLogout {
  /** Absent if the metadata contain it. */
  readonly url?: string;
  readonly params: Readonly<Record<string, string>>;
  readonly redirectParam: string;
  readonly hint: LogoutHint;
  readonly request?: LogoutHandler;
}

/** The parameter of the standard. */
export const RETURN_PARAMETER = 'post_logout_redirect_uri';

/**
 * Completes the option `logout`.
 * @param defaults - what the preset of the provider knows about it
 * @returns undefined where it is off
 */
export function resolveLogout(
  option: boolean | LogoutOptions | undefined,
  defaults: LogoutOptions | 'unsupported' = {},
): ResolvedLogout | undefined {
  if (option === undefined || option === false) return undefined;
  const preset = defaults === 'unsupported' ? {} : defaults;
  const own = option === true ? {} : option;
  const request = own.request?.bind(own) ?? preset.request?.bind(preset);
  return Object.freeze({
    url: own.url ?? preset.url,
    params: { ...preset.params, ...own.params },
    redirectParam: own.redirectParam ?? preset.redirectParam ?? RETURN_PARAMETER,
    hint: own.hint ?? preset.hint ?? 'id_token',
    ...(request && { request }),
  });
}
