import { isLocalhost } from '../../model/hosts.js';

/** Returns the URL if a browser may be redirected to it: https, or http on this machine. */
export function browserUrl(value: unknown): URL | undefined {
  if (typeof value !== 'string' && !(value instanceof URL)) return undefined;
  if (!URL.canParse(value)) return undefined;
  const url = new URL(value);
  const isLocal = url.protocol === 'http:' && isLocalhost(url.hostname);
  return isLocal || url.protocol === 'https:' ? url : undefined;
}
