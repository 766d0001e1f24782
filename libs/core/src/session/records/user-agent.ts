import { cutText } from '../../model/cut-text.js';
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
  const read = new Map<string, NamedUserAgent>();
  return (userAgent) => {
    if (!userAgent) return UNKNOWN;
    const agent = cutText(userAgent, MAX_USER_AGENT);
    const known = read.get(agent);
    if (known) return known;
    const { browser, os } = Bowser.parse(agent);
    const named = { browser: nameOf(browser.name), system: nameOf(os.name) };
    read.set(agent, named);
    return named;
  };
}

function nameOf(name: string | undefined): string | null {
  return name ? cutText(name, MAX_NAME) : null;
}
