import { OAuth, type OAuthConfig, type OAuthUserConfig } from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';
import { readJson, userinfoUrl } from './read-json.js';

/** The members of the userinfo response that are used. */
export interface DiscordProfile {
  id?: string;
  username?: string;
  global_name?: string | null;
  /** A hash, with the prefix `a_` if the image is animated. */
  avatar?: string | null;
  /** `0` for users with a username of the new format. */
  discriminator?: string;
  email?: string | null;
  verified?: boolean;
  email_verified?: boolean;
}

/**
 * Sign-in with Discord. Do not request `openid`: the ID token would have an issuer that is not
 * configured here.
 * @see https://discord.com/developers/docs/topics/oauth2
 */
export function Discord(
  options: OAuthUserConfig<DiscordProfile> = {},
): OAuthConfig<DiscordProfile> {
  return OAuth<DiscordProfile>({
    id: 'discord',
    name: 'Discord',
    authorization: {
      url: 'https://discord.com/api/oauth2/authorize',
      params: { scope: 'identify email' },
    },
    token: 'https://discord.com/api/oauth2/token',
    userinfo: {
      url: 'https://discord.com/api/users/@me',
      request: async (context) => {
        const user = await readJson<DiscordProfile>(context, userinfoUrl(context));
        return { ...user, email_verified: user.verified };
      },
    },
    profile: (profile) => ({
      id: accountId(profile.id),
      name: profile.global_name ?? profile.username,
      email: profile.email,
      image: avatarUrl(profile),
    }),
    style: brand('#5865f2'),
    options,
  });
}

/** @see https://discord.com/developers/docs/reference#image-formatting */
function avatarUrl({ id, avatar, discriminator }: DiscordProfile): string | null {
  if (!id || !/^\d+$/.test(id)) return null;
  if (avatar) {
    const format = avatar.startsWith('a_') ? 'gif' : 'png';
    return `https://cdn.discordapp.com/avatars/${id}/${avatar}.${format}`;
  }
  const old = Number(discriminator ?? 0);
  const index = old > 0 ? old % 5 : Number((BigInt(id) >> 22n) % 6n);
  return `https://cdn.discordapp.com/embed/avatars/${index}.png`;
}
