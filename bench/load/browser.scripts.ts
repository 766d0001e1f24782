import { createHash } from 'node:crypto';
import { SECRET, SESSION_COOKIE } from '../workloads.js';
import { HOST, inTurn, requestBytes, type Script } from './script.js';

/** Sends requests with all the cookies that a browser has after sign-in. */
export function browserScript(line: string, tokens: readonly string[]): Script {
  return inTurn(tokens.map((token) => requestBytes(line, { cookie: browserCookies(token) })));
}

/** Requests the session endpoint; the response must not change any cookie. */
export function sessionScript(tokens: readonly string[]): Script {
  return {
    ...browserScript('GET /auth/session', tokens),
    proceed({ head, body }) {
      if (body === 'null' || /set-cookie/i.test(head)) {
        throw new Error(`not the session of a known browser: ${head}\n${body}`);
      }
      return undefined;
    },
  };
}

/** Requests the session endpoint of a stored session, whose cookie the response may renew. */
export function storedSessionScript(tokens: readonly string[]): Script {
  return {
    ...browserScript('GET /auth/session', tokens),
    proceed({ head, body }) {
      if (body === 'null') throw new Error(`not the session of a known browser: ${head}`);
      return undefined;
    },
  };
}

/** Returns the cookies that the server set when this browser signed in. */
function browserCookies(token: string): string {
  const csrfToken = createHash('sha256').update(token).digest('hex');
  const csrfHash = createHash('sha256').update(`${csrfToken}${SECRET}`).digest('hex');
  const cookies = {
    'authjs.csrf-token': `${csrfToken}|${csrfHash}`,
    'authjs.callback-url': `http://${HOST}`,
    [SESSION_COOKIE]: token,
  };
  return Object.entries(cookies)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('; ');
}
