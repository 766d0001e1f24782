import { PASSWORD, SESSIONS } from '../workloads.js';
import type { ReadResponse } from './response-reader.js';
import { requestBytes, type Script } from './script.js';

const FETCH_TOKEN = requestBytes('GET /auth/csrf');

/** Signs in without cookies, as a new browser: fetches the CSRF token, then posts the form. */
export function signInScript(): Script {
  let number = 0;
  return {
    begin: () => FETCH_TOKEN,
    proceed(response, step) {
      if (step === 1) return signIn(response, `user-${(number += 1) % SESSIONS}`);
      assertSignedIn(response);
      return undefined;
    },
  };
}

function signIn({ head, body }: ReadResponse, username: string): Buffer {
  const csrfToken = (JSON.parse(body) as { csrfToken: string }).csrfToken;
  const form = new URLSearchParams({ csrfToken, username, password: PASSWORD }).toString();
  return requestBytes(
    'POST /auth/callback/credentials',
    {
      cookie: cookiesOf(head),
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(form.length),
    },
    form,
  );
}

function cookiesOf(head: string): string {
  return [...head.matchAll(/\r\nset-cookie: ([^;\r]+)/gi)].map(([, pair]) => pair).join('; ');
}

function assertSignedIn({ head }: ReadResponse): void {
  if (!head.includes('session-token=')) throw new Error(`not signed in: ${head}`);
}
