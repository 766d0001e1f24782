import type { ActionContext } from '../context/action-context.js';
import { publicUrl } from './public-url.js';

/** Headers that describe the original body: they would be wrong for this one. */
const OF_BODY: ReadonlySet<string> = new Set([
  'content-digest',
  'content-encoding',
  'content-length',
  'content-md5',
  'digest',
  'transfer-encoding',
]);

/**
 * Creates the request that application code receives: same URL and headers, but with the form as
 * a JSON body and a matching content type.
 * @see docs/design/wire-contract.md 7.4, 15.52
 */
export function toWebRequest(ctx: ActionContext, form: Readonly<Record<string, string>>): Request {
  const { request } = ctx;
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || name.startsWith(':') || OF_BODY.has(name)) continue;
    for (const entry of typeof value === 'string' ? [value] : value) headers.append(name, entry);
  }
  headers.set('content-type', 'application/json');
  const search = new URLSearchParams(request.query).toString();
  const url = publicUrl(ctx, request.path, search);
  return new Request(url, { method: 'POST', headers, body: JSON.stringify(form) });
}
