import { isLocalhost } from '../provider/is-localhost.js';

/** A URL that a handler returned, if a browser may be sent there: https, or http on this machine. */
export function browserUrl(answer: unknown): URL | undefined {
  if (typeof answer !== 'string' && !(answer instanceof URL)) return undefined;
  if (!URL.canParse(answer)) return undefined;
  const url = new URL(answer);
  const isLocal = url.protocol === 'http:' && isLocalhost(url.hostname);
  return isLocal || url.protocol === 'https:' ? url : undefined;
}
