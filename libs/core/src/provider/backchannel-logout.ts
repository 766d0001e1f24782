/** Notices of a provider that a session there has ended. @see OpenID Connect Back-Channel Logout 1.0 */
export interface BackchannelLogoutOptions {
  /**
   * Accepts notices without the header `typ`, or with `JWT`, and without `exp` for two minutes
   * after `iat`: older Keycloak, Hydra and authentik send such notices.
   * @default false
   */
  acceptLegacyTokens?: boolean;
}

/** The same, complete. */
export type ResolvedBackchannelLogout = Readonly<Required<BackchannelLogoutOptions>>;

/** @returns undefined where notices are off */
export function resolveBackchannelLogout(
  option: boolean | BackchannelLogoutOptions | undefined,
): ResolvedBackchannelLogout | undefined {
  if (option === undefined || option === false) return undefined;
  const { acceptLegacyTokens = false } = option === true ? {} : option;
  return Object.freeze({ acceptLegacyTokens });
}
