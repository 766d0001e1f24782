/**
 * Options for a provider's notices that a session there has ended.
 * @see OpenID Connect Back-Channel Logout 1.0
 */
export interface BackchannelLogoutOptions {
  /**
   * Accepts notices whose header `typ` is missing or `JWT`, and for two minutes after `iat` also
   * those without `exp`: older versions of Keycloak, Hydra and authentik send such notices.
   * @default false
   */
  acceptLegacyTokens?: boolean;
}

/** The options for notices, complete. */
export type ResolvedBackchannelLogout = Readonly<Required<BackchannelLogoutOptions>>;

/** Completes the option. @returns undefined if notices are off */
export function resolveBackchannelLogout(
  option: boolean | BackchannelLogoutOptions | undefined,
): ResolvedBackchannelLogout | undefined {
  if (option === undefined || option === false) return undefined;
  const { acceptLegacyTokens = false } = option === true ? {} : option;
  return Object.freeze({ acceptLegacyTokens });
}
