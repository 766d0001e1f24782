import {
  type AuthorizationContext,
  OAuth,
  type OAuthConfig,
  type OAuthUserConfig,
  type TokenContext,
  type TokenSet,
  type UserinfoContext,
} from '@authnest/core';
import { accountId } from './account-id.js';
import { brand } from './brand.js';
import { tokensOf } from './read-tokens.js';
import { readJson, userinfoUrl } from './read-json.js';

/** The members of the userinfo response that are used. */
export interface WeChatProfile {
  /** Present only if the application is bound to an open platform account. */
  unionid?: string;
  openid?: string;
  nickname?: string;
  headimgurl?: string;
}

export interface WeChatOptions extends OAuthUserConfig<WeChatProfile> {
  /** Sign-in inside the WeChat app, or with a QR code on a website. @default 'OfficialAccount' */
  platformType?: 'OfficialAccount' | 'WebsiteApp';
}

const PLATFORMS = {
  OfficialAccount: { path: 'oauth2/authorize', scope: 'snsapi_userinfo' },
  WebsiteApp: { path: 'qrconnect', scope: 'snsapi_login' },
} as const;

/**
 * Sign-in with WeChat, which returns no email address. It names the client credentials `appid` and
 * `secret`, and expects them and the access token in the query. If your application receives no
 * `unionid`, map `openid` in your own `profile`.
 * @see https://developers.weixin.qq.com/doc/offiaccount/OA_Web_Apps/Wechat_webpage_authorization.html
 */
export function WeChat(options: WeChatOptions = {}): OAuthConfig<WeChatProfile> {
  const { path, scope } = PLATFORMS[options.platformType ?? 'OfficialAccount'];
  return OAuth<WeChatProfile>({
    id: 'wechat',
    name: 'WeChat',
    authorization: {
      url: `https://open.weixin.qq.com/connect/${path}#wechat_redirect`,
      params: { appid: '{clientId}', scope },
      request: inOrder,
      longestState: 128,
    },
    token: { url: 'https://api.weixin.qq.com/sns/oauth2/access_token', request: redeem },
    userinfo: { url: 'https://api.weixin.qq.com/sns/userinfo', request: readUser },
    checks: ['state'],
    profile: ({ unionid, nickname, headimgurl }) => ({
      id: accountId(unionid),
      name: nickname,
      image: headimgurl,
    }),
    verifiedEmail: false,
    style: brand('#07c160'),
    options,
  });
}

/** WeChat compares the URL with a pattern: these parameters first, in this order. */
const ORDER = ['appid', 'redirect_uri', 'response_type', 'scope', 'state'];

function inOrder({ url }: AuthorizationContext): URL {
  const ordered = new URL(url ?? '');
  const others = [...ordered.searchParams].filter(
    ([name]) => name !== 'client_id' && !ORDER.includes(name),
  );
  const first = ORDER.map((name): [string, string] => [name, ordered.searchParams.get(name) ?? '']);
  ordered.search = new URLSearchParams([...first, ...others]).toString();
  return ordered;
}

async function redeem({ fetch, provider, params }: TokenContext): Promise<{ tokens: TokenSet }> {
  const url = new URL(provider.token?.url ?? '');
  url.searchParams.set('appid', provider.clientId);
  url.searchParams.set('secret', provider.clientSecret ?? '');
  url.searchParams.set('code', params['code'] ?? '');
  url.searchParams.set('grant_type', 'authorization_code');
  return tokensOf(await fetch(url.href));
}

function readUser(context: UserinfoContext): Promise<WeChatProfile> {
  const { tokens } = context;
  const url = new URL(userinfoUrl(context));
  url.searchParams.set('access_token', String(tokens.access_token));
  url.searchParams.set('openid', String(tokens['openid']));
  url.searchParams.set('lang', 'zh_CN');
  return readJson(context, url);
}
