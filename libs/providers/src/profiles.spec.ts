import type { OAuthConfig, OIDCConfig, User } from '@authnest/core';
import { presets } from '../../../test/support/presets.js';
import * as providers from './index.js';

type Preset<P> = (options?: object) => OAuthConfig<P> | OIDCConfig<P>;
type Row = readonly [name: string, map: () => unknown, user: User, mapNothing: () => unknown];

/** A test case: a response from a provider's documentation, and the resulting user. */
function row<P extends object, B extends P>(preset: Preset<P>, body: B, user: User): Row {
  const map = (profile: P) => preset().profile?.(profile, {});
  return [preset.name, () => map(body), user, () => map({} as P)];
}

const ADA = { name: 'Ada Lovelace', email: 'ada@example.com' };
const PNG = 'https://img.example/ada.png';
const picture = { ...ADA, image: PNG };

const ROWS: Row[] = [
  row(
    providers.Apple,
    {
      sub: '001234.abcd.0456',
      email: 'x7@privaterelay.appleid.com',
      email_verified: 'true',
      user: { name: { firstName: 'Ada', lastName: 'Lovelace' } },
    },
    { id: '001234.abcd.0456', name: 'Ada Lovelace', email: 'x7@privaterelay.appleid.com' },
  ),
  row(
    providers.Atlassian,
    { account_type: 'atlassian', account_id: '5b10:ac8d', ...ADA, picture: PNG },
    { id: '5b10:ac8d', ...picture },
  ),
  row(providers.AzureAD, { sub: 'AAAA', oid: 'b1', tid: 't1', ...ADA }, { id: 'AAAA', ...ADA }),
  row(
    providers.AzureADB2C,
    { sub: 'b2c-1', preferred_username: 'ada', emails: [ADA.email, 'other@example.com'] },
    { id: 'b2c-1', name: 'ada', email: ADA.email },
  ),
  row(
    providers.AzureDevOps,
    {
      id: 'd6245f20',
      displayName: ADA.name,
      emailAddress: ADA.email,
      coreAttributes: { Avatar: { value: { value: 'iVBORw0=' } } },
    },
    { id: 'd6245f20', ...ADA, image: 'data:image/jpeg;base64,iVBORw0=' },
  ),
  row(providers.BattleNet, { sub: '231', battle_tag: 'Ada#1815' }, { id: '231', name: 'Ada#1815' }),
  row(
    providers.Bitbucket,
    {
      account_id: '557058:ec',
      uuid: '{a54f16da}',
      display_name: ADA.name,
      username: 'ada',
      links: { avatar: { href: PNG }, html: { href: 'https://bitbucket.org/ada' } },
      email: ADA.email,
    },
    { id: '557058:ec', ...picture },
  ),
  row(
    providers.Box,
    { type: 'user', id: '11446498', name: ADA.name, login: ADA.email, avatar_url: PNG },
    { id: '11446498', ...picture },
  ),
  row(
    providers.BoxyHQSAML,
    {
      id: 'saml-1',
      email: ADA.email,
      firstName: 'Ada',
      lastName: 'Lovelace',
      requested: { tenant: 'corp.example', product: 'shop:1' },
    },
    { id: 'corp.example:shop%3A1:saml-1', ...ADA },
  ),
  row(
    providers.Bungie,
    {
      Response: {
        destinyMemberships: [],
        bungieNetUser: {
          membershipId: '4352',
          displayName: 'Ada',
          profilePicturePath: '/img/profile/avatars/default.jpg',
        },
      },
      ErrorCode: 1,
    },
    { id: '4352', name: 'Ada', image: 'https://www.bungie.net/img/profile/avatars/default.jpg' },
  ),
  row(
    providers.ClickUp,
    {
      user: { id: 123, username: ADA.name, email: ADA.email, color: '#fff', profilePicture: PNG },
    },
    { id: '123', ...picture },
  ),
  row(
    providers.Coinbase,
    { data: { id: '9da7a204', ...ADA, avatar_url: PNG, resource: 'user' } },
    { id: '9da7a204', ...picture },
  ),
  row(
    providers.Concept2,
    { data: { id: 1, username: 'ada', first_name: 'Ada', email: ADA.email, profile_image: PNG } },
    { id: '1', name: 'ada', email: ADA.email, image: PNG },
  ),
  row(
    providers.Discord,
    {
      id: '80351110224678912',
      username: 'ada',
      global_name: null,
      discriminator: '0',
      avatar: 'a_8342729096ea3675442027381ff50dfe',
      email: ADA.email,
      verified: true,
    },
    {
      id: '80351110224678912',
      name: 'ada',
      email: ADA.email,
      image:
        'https://cdn.discordapp.com/avatars/80351110224678912/a_8342729096ea3675442027381ff50dfe.gif',
    },
  ),
  row(
    providers.Discord,
    { id: '80351110224678912', global_name: 'Ada', discriminator: '1337', avatar: null },
    {
      id: '80351110224678912',
      name: 'Ada',
      image: 'https://cdn.discordapp.com/embed/avatars/2.png',
    },
  ),
  row(
    providers.Discord,
    { id: '80351110224678912', username: 'ada', discriminator: '0', avatar: null },
    {
      id: '80351110224678912',
      name: 'ada',
      image: `https://cdn.discordapp.com/embed/avatars/${(80351110224678912n >> 22n) % 6n}.png`,
    },
  ),
  row(
    providers.Dribbble,
    { id: 1, ...ADA, login: 'ada', avatar_url: PNG, type: 'User' },
    { id: '1', ...picture },
  ),
  row(
    providers.Dropbox,
    {
      account_id: 'dbid:AAH4f99T0taONIb',
      name: { given_name: 'Ada', display_name: ADA.name },
      email: ADA.email,
      email_verified: true,
      profile_photo_url: PNG,
    },
    { id: 'dbid:AAH4f99T0taONIb', ...picture },
  ),
  row(
    providers.Eventbrite,
    {
      id: '163054428874',
      name: ADA.name,
      emails: [
        { email: 'old@example.com', primary: false },
        { email: ADA.email, primary: true },
      ],
      image_id: '39927',
    },
    {
      id: '163054428874',
      ...ADA,
      image:
        'https://img.evbuc.com/https%3A%2F%2Fcdn.evbuc.com%2Fimages%2F39927%2F1%2Foriginal.jpg',
    },
  ),
  row(
    providers.EVEOnline,
    {
      CharacterID: 95465499,
      CharacterName: 'CCP Ada',
      CharacterOwnerHash: 'xM4JUZAeV+Y=',
      TokenType: 'Character',
    },
    {
      id: '95465499:xM4JUZAeV%2BY%3D',
      name: 'CCP Ada',
      image: 'https://images.evetech.net/characters/95465499/portrait?size=128',
    },
  ),
  row(
    providers.Facebook,
    { id: '10158', ...ADA, picture: { data: { url: PNG, is_silhouette: false } } },
    { id: '10158', ...picture },
  ),
  row(
    providers.FACEIT,
    { guid: 'c3a1', nickname: 'ada', email: ADA.email, picture: PNG },
    { id: 'c3a1', name: 'ada', email: ADA.email, image: PNG },
  ),
  row(
    providers.Figma,
    { id: '2021', handle: ADA.name, email: ADA.email, img_url: PNG },
    { id: '2021', ...picture },
  ),
  row(
    providers.FortyTwo,
    { id: 2, login: 'ada', usual_full_name: ADA.name, email: ADA.email, image: { link: PNG } },
    { id: '2', ...picture },
  ),
  row(
    providers.Foursquare,
    {
      meta: { code: 200 },
      response: {
        user: {
          id: '32',
          firstName: 'Ada',
          lastName: 'Lovelace',
          contact: { email: ADA.email },
          photo: { prefix: 'https://img.example/', suffix: '/ada.png' },
        },
      },
    },
    { id: '32', ...ADA, image: 'https://img.example/original/ada.png' },
  ),
  row(
    providers.Freshbooks,
    {
      response: { id: 2192788, first_name: 'Ada', last_name: 'Lovelace', email: ADA.email },
    },
    { id: '2192788', ...ADA },
  ),
  row(
    providers.FusionAuth,
    { sub: 'f-1', given_name: 'Ada', family_name: 'Lovelace', email: ADA.email, picture: PNG },
    { id: 'f-1', ...picture },
  ),
  row(
    providers.GitHub,
    { id: 583231, login: 'ada', name: null, email: ADA.email, avatar_url: PNG, type: 'User' },
    { id: '583231', name: 'ada', email: ADA.email, image: PNG },
  ),
  row(
    providers.GitLab,
    { id: 1, username: 'ada', ...ADA, avatar_url: PNG, state: 'active' },
    { id: '1', ...picture },
  ),
  row(
    providers.HubSpot,
    { user_id: 123, user: ADA.email, hub_id: 62515, app_id: 1111 },
    { id: '123', name: ADA.email, email: ADA.email },
  ),
  row(
    providers.Instagram,
    { id: '17841405793187218', username: 'ada', account_type: 'PERSONAL' },
    { id: '17841405793187218', name: 'ada' },
  ),
  row(
    providers.Kakao,
    {
      id: 123456789,
      connected_at: '2026-03-10T12:00:00Z',
      kakao_account: {
        profile: { nickname: ADA.name, profile_image_url: PNG },
        email: ADA.email,
        is_email_valid: true,
        is_email_verified: true,
      },
    },
    { id: '123456789', ...picture },
  ),
  row(
    providers.Logto,
    { sub: 'l-1', name: null, username: 'ada', email: ADA.email, picture: PNG },
    { id: 'l-1', name: 'ada', email: ADA.email, image: PNG },
  ),
  row(
    providers.Mailchimp,
    {
      dc: 'us6',
      accountname: 'Engines',
      user_id: 7,
      login: { login_id: 55, email: ADA.email, avatar: null },
    },
    { id: '55', name: 'Engines', email: ADA.email },
  ),
  row(
    providers.Mailru,
    { id: '1234', ...ADA, nickname: 'ada', image: PNG, locale: 'en_US' },
    { id: '1234', ...picture },
  ),
  row(
    providers.Mastodon,
    { id: '14715', username: 'ada', acct: 'ada', display_name: ADA.name, avatar_static: PNG },
    { id: '14715', name: 'ada', image: PNG },
  ),
  row(
    providers.Mattermost,
    { id: 'kzxk', first_name: 'Ada', last_name: 'Lovelace', email: ADA.email },
    { id: 'kzxk', ...ADA },
  ),
  row(
    providers.Medium,
    { data: { id: '5303d74c', username: 'ada', name: ADA.name, imageUrl: PNG } },
    { id: '5303d74c', name: ADA.name, image: PNG },
  ),
  row(
    providers.MicrosoftEntraID,
    { sub: 'AAAA', oid: 'b1', tid: 't1', ...ADA },
    { id: 'AAAA', ...ADA },
  ),
  row(
    providers.Naver,
    {
      resultcode: '00',
      response: { id: '32742776', nickname: 'ada', email: ADA.email, profile_image: PNG },
    },
    { id: '32742776', name: 'ada', email: ADA.email, image: PNG },
  ),
  row(
    providers.Netlify,
    { id: '5f8', full_name: ADA.name, email: ADA.email, avatar_url: PNG },
    { id: '5f8', ...picture },
  ),
  row(providers.NetSuite, { id: 12, ...ADA, role: 3 }, { id: '12', ...ADA }),
  row(
    providers.Nextcloud,
    { id: 'ada', displayname: ADA.name, email: ADA.email, picture: PNG },
    { id: 'ada', ...picture },
  ),
  row(
    providers.Notion,
    { object: 'user', id: 'e79a', name: ADA.name, person: { email: ADA.email }, avatar_url: PNG },
    { id: 'e79a', ...picture },
  ),
  row(
    providers.Osso,
    { id: 'osso-1', ...ADA, idp: 'OKTA', requested: {} },
    { id: 'osso-1', ...ADA },
  ),
  row(
    providers.Osu,
    { id: 2, username: 'ada', avatar_url: PNG },
    { id: '2', name: 'ada', image: PNG },
  ),
  row(
    providers.Patreon,
    {
      data: {
        id: '3232132',
        type: 'user',
        attributes: {
          full_name: ADA.name,
          email: ADA.email,
          is_email_verified: true,
          image_url: PNG,
        },
      },
    },
    { id: '3232132', ...picture },
  ),
  row(
    providers.Pinterest,
    { account_type: 'PINNER', id: '664351519939856629', username: 'ada', profile_image: PNG },
    { id: '664351519939856629', name: 'ada', image: PNG },
  ),
  row(
    providers.Pipedrive,
    { success: true, data: { id: 1, ...ADA, icon_url: null } },
    { id: '1', ...ADA, image: null },
  ),
  row(providers.Reddit, { id: 'abc', name: 'ada', total_karma: 5 }, { id: 'abc', name: 'ada' }),
  row(
    providers.SimpleLogin,
    { sub: '1', ...ADA, avatar_url: PNG, email_verified: true },
    { id: '1', ...picture },
  ),
  row(
    providers.Slack,
    { sub: 'U123ABC456', 'https://slack.com/team_id': 'T123ABC456', ...ADA, picture: PNG },
    { id: 'T123ABC456:U123ABC456', ...picture },
  ),
  row(
    providers.Spotify,
    {
      id: 'ada',
      display_name: ADA.name,
      email: ADA.email,
      images: [{ url: PNG, height: 300 }],
    },
    { id: 'ada', ...picture },
  ),
  row(
    providers.Strava,
    { id: 227615, firstname: 'Ada', lastname: 'Lovelace', profile: PNG },
    { id: '227615', name: ADA.name, image: PNG },
  ),
  row(
    providers.Threads,
    { id: '178', username: 'ada', threads_profile_picture_url: PNG },
    { id: '178', name: 'ada', image: PNG },
  ),
  row(
    providers.Threads,
    { data: { id: '178', username: 'ada', threads_profile_picture_url: PNG } },
    { id: '178', name: 'ada', image: PNG },
  ),
  row(
    providers.TikTok,
    {
      data: { user: { open_id: '723f24d7', display_name: 'ada', avatar_url: PNG } },
      error: { code: 'ok' },
    },
    { id: '723f24d7', name: 'ada', image: PNG },
  ),
  row(
    providers.Todoist,
    { id: '2671355', full_name: ADA.name, email: ADA.email, avatar_big: PNG },
    { id: '2671355', ...picture },
  ),
  row(
    providers.Trakt,
    {
      username: 'ada',
      name: ADA.name,
      ids: { slug: 'ada', uuid: 'b6589fc6' },
      images: { avatar: { full: PNG } },
    },
    { id: 'b6589fc6', name: ADA.name, image: PNG },
  ),
  row(
    providers.Twitter,
    { data: { id: '2244994945', name: ADA.name, username: 'ada', profile_image_url: PNG } },
    { id: '2244994945', name: ADA.name, image: PNG },
  ),
  row(
    providers.VK,
    { id: 210700286, first_name: 'Ada', last_name: 'Lovelace', photo_100: PNG, email: ADA.email },
    { id: '210700286', ...picture },
  ),
  row(
    providers.Webex,
    { id: 'Y2lzY29', displayName: ADA.name, emails: [ADA.email], avatar: PNG },
    { id: 'Y2lzY29', ...picture },
  ),
  row(
    providers.WeChat,
    { openid: 'o1', unionid: 'o6_bmasdasdsad6_2sgVt7hMZOPfL', nickname: 'ada', headimgurl: PNG },
    { id: 'o6_bmasdasdsad6_2sgVt7hMZOPfL', name: 'ada', image: PNG },
  ),
  row(
    providers.Wikimedia,
    { sub: 1234, username: 'Ada', email: ADA.email, confirmed_email: true, groups: [] },
    { id: '1234', name: 'Ada', email: ADA.email },
  ),
  row(
    providers.WordPress,
    { ID: 78972699, display_name: ADA.name, email: ADA.email, avatar_URL: PNG },
    { id: '78972699', ...picture },
  ),
  row(
    providers.WorkOS,
    {
      id: 'prof_01',
      first_name: 'Ada',
      last_name: 'Lovelace',
      email: ADA.email,
      raw_attributes: { picture: PNG },
    },
    { id: 'prof_01', ...picture },
  ),
  row(
    providers.Yandex,
    {
      id: '1000034426',
      display_name: null,
      real_name: ADA.name,
      default_email: ADA.email,
      is_avatar_empty: false,
      default_avatar_id: '131652443',
    },
    {
      id: '1000034426',
      ...ADA,
      image: 'https://avatars.yandex.net/get-yapic/131652443/islands-200',
    },
  ),
  row(
    providers.Yandex,
    { id: '1', first_name: 'Ada', emails: [ADA.email], is_avatar_empty: true },
    { id: '1', name: 'Ada', email: ADA.email, image: null },
  ),
  row(
    providers.Zoho,
    { ZUID: 15234231, First_Name: 'Ada', Last_Name: 'Lovelace', Email: ADA.email },
    { id: '15234231', ...ADA },
  ),
  row(
    providers.Zoom,
    { id: 'KDcuGIm1', first_name: 'Ada', last_name: '', email: ADA.email, pic_url: PNG },
    { id: 'KDcuGIm1', name: 'Ada', email: ADA.email, image: PNG },
  ),
];

describe('the profile of', () => {
  it.each(ROWS)('%s is mapped to a user', async (_, map, user) => {
    expect(definedOf(await map())).toEqual(definedOf(user));
  });

  it.each(ROWS)('%s is mapped to no id if it contains none', async (_, __, ___, mapNothing) => {
    expect(await mapNothing()).toMatchObject({ id: undefined });
  });

  it('every provider with its own mapping is in the table', () => {
    const mapped = presets.filter(([, preset]) => 'profile' in preset()).map(([name]) => name);

    expect([...new Set(ROWS.map(([name]) => name))].sort()).toEqual(mapped.sort());
  });
});

describe('the name of an Apple account', () => {
  it('is the email address if the name is missing', () => {
    const { profile } = providers.Apple();

    expect(profile?.({ sub: '1', email: ADA.email }, {})).toMatchObject({ name: ADA.email });
    expect(profile?.({ sub: '1', email: ADA.email, user: {} }, {})).toMatchObject({
      name: ADA.email,
    });
  });
});

/** Removes the members that are null or undefined. */
function definedOf(user: unknown): object {
  return Object.fromEntries(
    Object.entries(user as object).filter(([, value]) => value !== undefined && value !== null),
  );
}
