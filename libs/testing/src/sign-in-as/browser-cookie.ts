import type { SetCookie } from '@authnest/core';

/** A cookie that Playwright's `context.addCookies` and Puppeteer's `setCookie` accept. */
export interface BrowserCookie {
  name: string;
  value: string;
  /** Host name of the application. */
  domain: string;
  path: string;
  /** In seconds since the epoch; -1 for a session cookie. */
  expires: number;
  httpOnly: boolean;
  secure: boolean;
  sameSite: 'Strict' | 'Lax' | 'None';
}

/** Converts a cookie. @param host - host name of the application, without a port */
export function browserCookie({ name, value, options }: SetCookie, host: string): BrowserCookie {
  const { domain = host, path = '/', expires, maxAge, httpOnly = false, secure = false } = options;
  const end = maxAge === undefined ? expires?.getTime() : Date.now() + maxAge * 1000;
  return {
    name,
    value,
    domain,
    path,
    expires: end === undefined ? -1 : Math.floor(end / 1000),
    httpOnly,
    secure,
    sameSite: SAME_SITE[`${options.sameSite ?? 'lax'}`] ?? 'Lax',
  };
}

const SAME_SITE: Readonly<Record<string, BrowserCookie['sameSite']>> = {
  true: 'Strict',
  strict: 'Strict',
  lax: 'Lax',
  none: 'None',
};
