/** What a vendor's documentation demands of an authorization request. */
interface Limits {
  readonly state?: RegExp;
  /** The parameters that must come first, in this order. */
  readonly order?: readonly string[];
  /** The only parameters that the vendor knows. */
  readonly members?: readonly string[];
  /** @default 'code' */
  readonly responseType?: string;
}

const WECHAT = ['appid', 'redirect_uri', 'response_type', 'scope', 'state'];

/** Limits of vendors, by the name of the preset. The others document none beyond the standards. */
const LIMITS: Readonly<Record<string, Limits>> = {
  Apple: { members: [...standard('nonce'), 'response_mode'] },
  // https://learn.microsoft.com/azure/devops/integrate/get-started/authentication/azure-devops-oauth
  AzureDevOps: { responseType: 'Assertion' },
  // https://www.dropbox.com/developers/documentation/http/documentation
  Dropbox: { state: /^.{1,500}$/ },
  // https://developers.line.biz/en/docs/line-login/integrate-line-login/
  LINE: { state: /^[0-9a-zA-Z]+$/ },
  // https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_158081944642.html
  NetSuite: { state: /^[\x20-\x7e]{22,1024}$/ },
  // https://developer.okta.com/docs/reference/api/oidc/
  Okta: { state: /^[\w.,-]+$/ },
  // https://www.ory.sh/docs/hydra/guides/oauth2-openid-connect
  OryHydra: { state: /^.{8,}$/ },
  // https://developers.tiktok.com/doc/login-kit-web/
  TikTok: { members: ['client_key', ...standard('pkce').filter((name) => name !== 'client_id')] },
  // https://docs.x.com/resources/fundamentals/authentication/oauth-2-0/authorization-code
  Twitter: { state: /^.{1,500}$/ },
  // https://developer.vippsmobilepay.com/docs/APIs/login-api/
  Vipps: { state: /^.{8,}$/ },
  // https://developers.weixin.qq.com/doc/offiaccount/OA_Web_Apps/Wechat_webpage_authorization.html
  WeChat: { state: /^[0-9a-zA-Z]{1,128}$/, order: WECHAT, members: WECHAT },
};

/** @see RFC 6749 section 4.1.1; RFC 7636 section 4.3; OpenID Connect Core section 3.1.2.1 */
function standard(check: 'pkce' | 'nonce'): string[] {
  const common = ['response_type', 'client_id', 'redirect_uri', 'scope', 'state'];
  return [
    ...common,
    ...(check === 'pkce' ? ['code_challenge', 'code_challenge_method'] : ['nonce']),
  ];
}

/** Returns what a vendor would refuse in an authorization request; nothing if it is accepted. */
export function problemsOfRequest(name: string, url: string): string[] {
  const { searchParams } = new URL(url);
  const names = [...searchParams.keys()];
  const { state, order = [], members = names, responseType = 'code' } = LIMITS[name] ?? {};
  const of = (parameter: string) => searchParams.get(parameter) ?? '';
  const tests: [problem: string, holds: boolean][] = [
    ['state', (state ?? /^[\x20-\x7e]+$/).test(of('state'))],
    ['order', names.slice(0, order.length).join() === order.join()],
    [`members: ${names.join()}`, names.every((one) => members.includes(one))],
    ['repeated members', new Set(names).size === names.length],
    ['empty members', [...searchParams.values()].every((value) => value !== '')],
    ['response_type', of('response_type') === responseType],
    ['code_challenge', /^(?:|[\w-]{43})$/.test(of('code_challenge'))],
    ['length', url.length <= 2000],
  ];
  return tests.filter(([, holds]) => !holds).map(([problem]) => problem);
}
