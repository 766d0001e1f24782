import type { TokenSet, User } from '@authnest/core';
import { accountId } from './account-id.js';
import type { OIDCOptions } from './oidc-options.js';

/** Claims of the ID token, as far as they are read. */
export interface MicrosoftEntraIDProfile {
  sub?: string;
  name?: string;
  email?: string;
  /** Whether the owner of the address's domain is verified; an optional claim of the registration. */
  xms_edov?: boolean | number | string;
}

export interface MicrosoftEntraIDOptions extends OIDCOptions<MicrosoftEntraIDProfile> {
  /**
   * Fetches the photo at each sign-in, in this size (pixels), as the user's `image`. It is a data
   * URL of some kilobytes, which a session in a cookie has to include. @default no photo
   */
  profilePhotoSize?: 48 | 64 | 96 | 120 | 240 | 360 | 432 | 504 | 648;
}

/** Size of the largest photo that is accepted, bytes. */
const MAX_PHOTO = 512 * 1024;

/** Maps the claims; the photo is requested only if its size is set. */
export function entraProfile({ profilePhotoSize: size, fetch }: MicrosoftEntraIDOptions) {
  const toUser = ({ sub, name, email }: MicrosoftEntraIDProfile): User => ({
    id: accountId(sub),
    name,
    email,
  });
  if (size === undefined) return toUser;
  return async (profile: MicrosoftEntraIDProfile, tokens: TokenSet): Promise<User> => {
    // A missing photo never fails a sign-in.
    const image = await readPhoto(size, tokens, fetch).catch(() => null);
    return { ...toUser(profile), image };
  };
}

/**
 * An address is whatever the tenant enters, unless its domain is verified as the tenant's own.
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
  const response = await fetchPhoto(url, { headers, redirect: 'manual' });
  if (!response.ok) return null;
  const photo = Buffer.from(await response.arrayBuffer());
  return photo.length > MAX_PHOTO ? null : `data:image/jpeg;base64,${photo.toString('base64')}`;
}
