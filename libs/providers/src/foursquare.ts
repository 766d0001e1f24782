import {
  OAuth,
  type OAuthConfig,
  type OAuthUserConfig,
  type UserinfoContext,
} from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';
import { fullName } from './full-name.js';
import { readJson, userinfoUrl } from './read-json.js';
import { repairTokenResponse } from './repair-token-response.js';

/** The members of the userinfo response that are used. */
export interface FoursquareProfile {
  response?: {
    user?: {
      id?: string;
      firstName?: string;
      lastName?: string;
      contact?: { email?: string };
      photo?: { prefix?: string; suffix?: string };
    };
  };
}

export interface FoursquareOptions extends OAuthUserConfig<FoursquareProfile> {
  /** The version of the API as a date, YYYYMMDD. @default '20230131' */
  apiVersion?: string;
}

/**
 * Sign-in with Foursquare, whose API expects the access token in the query.
 * @see https://docs.foursquare.com/developer/reference/authentication
 */
export function Foursquare(options: FoursquareOptions = {}): OAuthConfig<FoursquareProfile> {
  const { apiVersion = '20230131' } = options;
  return OAuth<FoursquareProfile>({
    id: 'foursquare',
    name: 'Foursquare',
    authorization: { url: 'https://foursquare.com/oauth2/authenticate', params: { scope: '' } },
    token: { url: 'https://foursquare.com/oauth2/access_token', conform: repairTokenResponse },
    userinfo: {
      url: `https://api.foursquare.com/v2/users/self?${new URLSearchParams({ v: apiVersion }).toString()}`,
      request: readUser,
    },
    profile: ({ response }) => {
      const { id, firstName, lastName, contact, photo } = response?.user ?? {};
      return {
        id: accountId(id),
        name: fullName(firstName, lastName),
        email: contact?.email,
        image: photo ? `${photo.prefix}original${photo.suffix}` : null,
      };
    },
    verifiedEmail: false,
    style: brand('#3333ff'),
    options,
  });
}

function readUser(context: UserinfoContext): Promise<FoursquareProfile> {
  const url = new URL(userinfoUrl(context));
  url.searchParams.set('oauth_token', String(context.tokens.access_token));
  return readJson(context, url);
}
