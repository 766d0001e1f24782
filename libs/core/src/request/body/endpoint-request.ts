import { type AuthRequest, headerOf, type RequestBody } from '../context/auth-request.js';
import { fieldsIn } from './parse-body.js';

const FORM = 'application/x-www-form-urlencoded';

/**
 * Builds the request that the browser would have sent to an endpoint.
 * @param action - the path below the mount path, such as `signin/github`
 * @param body - fields of the form; `callbackUrl` or `redirectTo` is the page to return to
 */
export function endpointRequest(
  base: AuthRequest,
  { action, body }: { action: string; body: Readonly<Record<string, string>> },
): AuthRequest {
  const { basePath, protocol, host, address, peer, headers, native, web } = base;
  const { redirectTo, callbackUrl, ...fields } = body;
  const target = callbackUrl ?? redirectTo ?? headerOf(base, 'referer') ?? '/';
  const form: RequestBody = { ...fields, callbackUrl: target };
  return {
    method: 'POST',
    isBeside: true,
    path: `${basePath}/${action}`,
    basePath,
    mountPathOf: base.mountPathOf && ((endpoint) => base.mountPathOf?.(endpoint) ?? basePath),
    protocol,
    host,
    address,
    peer,
    search: '',
    query: {},
    // This header requests the response for scripts; only the browser itself may send it.
    headers: { ...headers, 'x-auth-return-redirect': undefined, 'content-length': undefined },
    body: form,
    fields: fieldsIn(FORM, form),
    native,
    web,
  };
}
