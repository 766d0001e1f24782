import { NEW_TOKENS, type ScriptKind, SESSION_COOKIE, SESSIONS } from '../workloads.js';
import { browserScript, sessionScript, storedSessionScript } from './browser.scripts.js';
import { inTurn, requestBytes, type Script } from './script.js';
import { issueTokens } from './session-cookies.js';
import { signInScript } from './sign-in.script.js';

const ROUTE = 'GET /orders';

/** Makes a script. @param stored - tokens of sessions in a database, instead of stateless ones */
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

/** Other clients than browsers keep the session and nothing else. */
function withSessions(line: string, tokens: readonly string[]): Buffer[] {
  return tokens.map((token) => requestBytes(line, { cookie: `${SESSION_COOKIE}=${token}` }));
}
