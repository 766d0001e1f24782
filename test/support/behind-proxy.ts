import type { INestApplication } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { withEnvironment } from './environment.js';
import { plainOAuth } from './plain-oauth.js';
import { type RawResponse, sendRaw } from './raw-request.js';
import { credentials, type Platform, TestApp, type TestAppOptions } from './test-app.js';

export type Header = readonly [string, string];

/** Returns everything in a response that could contain a host name. */
export function namesIn({ headers, text }: RawResponse): string {
  // The state tells only us at which address the browser began, and nobody can forge it.
  const location = String(headers['location'] ?? '').replace(/([?&]state=)[^&]*/, '$1');
  return JSON.stringify([location, headers['content-security-policy'], text]);
}

interface BehindProxy extends Pick<TestAppOptions, 'module'> {
  env?: Record<string, string>;
  trustHost?: boolean | string[];
}

/** Starts an application with the given setting for trust in proxies. */
export function startBehindProxy(
  platform: Platform,
  trust: unknown,
  { env = {}, trustHost = true, module }: BehindProxy = {},
): Promise<TestApp> {
  return withEnvironment({ AUTH_URL: undefined, ...env }, () =>
    TestApp.start({
      platform,
      module,
      platformOptions: { trustProxy: trust },
      configure: (app: INestApplication) => {
        if (platform === 'express') (app as NestExpressApplication).set('trust proxy', trust);
      },
      config: { trustHost, providers: [credentials(), plainOAuth()] },
    }),
  );
}

/** Requests every kind of response in which the application includes its own address. */
export async function askForAddresses(app: TestApp, headers: readonly Header[]) {
  const providers = await sendRaw(app, { path: '/auth/providers', headers });
  const csrf = await sendRaw(app, { path: '/auth/csrf', headers });
  const cookie = csrf.cookies.map((line) => line.split(';', 1)[0]).join('; ');
  const started = await sendRaw(app, {
    method: 'POST',
    path: '/auth/signin/gh',
    headers: [...headers, ['cookie', cookie], ['content-type', 'application/json']],
    body: JSON.stringify(csrf.status === 200 ? JSON.parse(csrf.text) : {}),
  });
  const signIn = await sendRaw(app, { path: '/auth/signin', headers });
  const error = await sendRaw(app, { path: '/auth/signin/gh', headers });
  return [providers, csrf, started, signIn, error];
}

export const redirectUri = (responses: RawResponse[]): string | null =>
  new URL(String(responses[2]?.headers['location'])).searchParams.get('redirect_uri');
