import type { TokenSet, User } from '@authnest/core';
import { accountId } from './account-id.js';
import type { OIDCOptions } from './oidc-options.js';

/** The claims of the ID token that are used. */
export interface MicrosoftEntraIDProfile {
  sub?: string;
  name?: string;
  email?: string;
  /** Whether the domain of the address is verified; an optional claim, set at registration. */
  xms_edov?: boolean | number | string;
}

export interface MicrosoftEntraIDOptions extends OIDCOptions<MicrosoftEntraIDProfile> {
  /**
   * Size in pixels of the photo to fetch at each sign-in as the user's `image`. It is a data URL of
   * several kilobytes, which a session in a cookie has to contain. @default no photo
   */
  profilePhotoSize?: 48 | 64 | 96 | 120 | 240 | 360 | 432 | 504 | 648;
}

/** Maximum size of a photo, in bytes. */
const MAX_PHOTO = 512 * 1024;
/** How long a photo may take, in milliseconds: less than the `timeout` of the whole mapping. */
const PHOTO_TIMEOUT = 3000;

/** Returns the mapping of the claims, which fetches the photo only if a size is set. */
export function entraProfile({ profilePhotoSize: size, fetch }: MicrosoftEntraIDOptions) {
  const toUser = ({ sub, name, email }: MicrosoftEntraIDProfile): User => ({
    id: accountId(sub),
    name,
    email,
  });
  if (size === undefined) return toUser;
  return async (profile: MicrosoftEntraIDProfile, tokens: TokenSet): Promise<User> => {
    // The sign-in succeeds even if the photo cannot be fetched.
    const image = await readPhoto(size, tokens, fetch).catch(() => null);
    return { ...toUser(profile), image };
  };
}

/**
 * Returns the address only if its domain is verified: tenants can set any address.
 * @see https://learn.microsoft.com/entra/identity-platform/migrate-off-email-claim-authorization
 */
export function entraVerifiedEmail({
  email,
  xms_edov,
}: MicrosoftEntraIDProfile): string | undefined {
  return ['true', '1'].includes(String(xms_edov)) ? email : undefined;
}

/** @see https://learn.microsoft.com/graph/api/profilephoto-get */
async function readPhoto(
  size: number,
  { access_token }: TokenSet,
  fetchPhoto: typeof fetch = fetch,
): Promise<string | null> {
  const url = `https://graph.microsoft.com/v1.0/me/photos/${size}x${size}/$value`;
  const headers = { authorization: `Bearer ${access_token}` };
  const signal = AbortSignal.timeout(PHOTO_TIMEOUT);
  const response = await fetchPhoto(url, { headers, redirect: 'manual', signal });
  if (!response.ok) return null;
  const photo = Buffer.from(await response.arrayBuffer());
  return photo.length > MAX_PHOTO ? null : `data:image/jpeg;base64,${photo.toString('base64')}`;
}
