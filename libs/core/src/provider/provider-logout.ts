import type { MaybePromise } from '../model/maybe-promise.js';
import type { HandlerContext } from './oauth-endpoint.js';

/** The parameter by which the provider recognizes the session to end. */
export type LogoutHint = 'id_token' | 'logout_hint' | 'none';

/** What a logout handler receives. */
export interface LogoutContext extends HandlerContext {
  /** The URL that the browser would be sent to; absent if no end session endpoint is known. */
  url?: URL;
  /** The ID token of the sign-in; absent if it was not stored. It may have expired. */
  idToken?: string;
  /** All parameters of the request, including the hint and the return URL. */
  params: Record<string, string>;
  /** The URL to which the provider returns the browser: `<origin><base>/signed-out`. */
  returnTo: string;
  /** Returned by the provider if `redirectParam` is the standard one. */
  state: string;
}

/** Returns the URL to which the browser is sent; null ends only the local session. */
export type LogoutHandler = {
  handler(context: LogoutContext): MaybePromise<string | URL | null>;
}['handler'];

/**
 * Options for sign-out at the provider.
 * @see OpenID Connect RP-Initiated Logout 1.0 section 2
 */
export interface LogoutOptions {
  /** @default the `end_session_endpoint` of the provider's metadata */
  url?: string;
  /** Additional parameters, such as `ui_locales`. */
  params?: Record<string, string>;
  /**
   * Name of the parameter with the return URL. Unless it is the default, no `state` is sent, since
   * providers return it only with the standard parameter.
   * @default 'post_logout_redirect_uri'
   */
  redirectParam?: string;
  /**
   * `logout_hint` sends the claim `login_hint` from the ID token, else the claim `sid`.
   * @default 'id_token'
   */
  hint?: LogoutHint;
  request?: LogoutHandler;
}

/** The options for sign-out at the provider, complete. */
export interface ResolvedLogout {
  /** Absent if it is read from the provider's metadata. */
  readonly url?: string;
  readonly params: Readonly<Record<string, string>>;
  readonly redirectParam: string;
  readonly hint: LogoutHint;
  readonly request?: LogoutHandler;
}

/** The standard parameter for the return URL. */
export const RETURN_PARAMETER = 'post_logout_redirect_uri';

/**
 * Completes the option `logout`.
 * @param defaults - defaults from the provider's preset
 * @returns undefined if it is off
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
