import { NEW_TOKENS, type ScriptKind, SESSION_COOKIE, SESSIONS } from '../workloads.js';
import { browserScript, sessionScript, storedSessionScript } from './browser.scripts.js';
import { inTurn, requestBytes, type Script } from './script.js';
import { issueTokens } from './session-cookies.js';
import { signInScript } from './sign-in.script.js';

const ROUTE = 'GET /orders';

/** Creates a script. @param stored - tokens of stored sessions to use instead of new ones */
export async function makeScript(kind: ScriptKind, stored?: readonly string[]): Promise<Script> {
  switch (kind) {
    case 'route-signed-out':
      return inTurn([requestBytes(ROUTE)]);
    case 'route-signed-in':
      return inTurn(withSessions(ROUTE, stored ?? (await issueTokens(SESSIONS))));
    case 'route-in-browser':
      return browserScript(ROUTE, await issueTokens(SESSIONS));
    case 'route-new-tokens':
      return inTurn(withSessions(ROUTE, await issueTokens(NEW_TOKENS)));
    case 'session-endpoint':
      return sessionScript(await issueTokens(SESSIONS));
    case 'stored-session-endpoint':
      return storedSessionScript(stored ?? []);
    case 'credentials-sign-in':
      return signInScript();
  }
}

/** Sends only the session cookie, as clients other than browsers do. */
function withSessions(line: string, tokens: readonly string[]): Buffer[] {
  return tokens.map((token) => requestBytes(line, { cookie: `${SESSION_COOKIE}=${token}` }));
}
