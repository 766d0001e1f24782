import { cutText } from '../model/cut-text.js';
import { MAX_USER_AGENT } from './device-of.js';

/** Familiar names for a user agent; null if none is recognized. */
export interface NamedUserAgent {
  readonly browser: string | null;
  readonly system: string | null;
}

/** Returns the names for a user agent. */
export type ReadUserAgent = (userAgent: string | null | undefined) => NamedUserAgent;

const UNKNOWN: NamedUserAgent = { browser: null, system: null };

/** Maximum length of a name, since an unknown browser is shown with the name that it sends. */
const MAX_NAME = 64;

/** Loads the parser when a list is requested, since most processes never need it. */
export async function loadUserAgentReader(): Promise<ReadUserAgent> {
  const { default: Bowser } = await import('bowser');
  return (userAgent) => {
    if (!userAgent) return UNKNOWN;
    const { browser, os } = Bowser.parse(cutText(userAgent, MAX_USER_AGENT));
    return { browser: nameOf(browser.name), system: nameOf(os.name) };
  };
}

function nameOf(name: string | undefined): string | null {
  return name ? cutText(name, MAX_NAME) : null;
}
