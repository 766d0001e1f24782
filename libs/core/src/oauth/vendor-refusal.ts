/** Where vendors write the code of a refusal, instead of in `error`. */
const CODES = ['error_code', 'errcode', 'errorCode', 'err_code'];
/** Other parameters that only a refusal has. */
const SIGNS = ['error_message', 'error_reason', 'error_description'];

/**
 * Returns the parameters of a callback with `error`, if a vendor has reported a refusal in its own
 * way: Facebook sends `error_code` and `error_message`.
 * @see RFC 6749 section 4.1.2.1
 */
export function withStandardError(params: URLSearchParams): URLSearchParams {
  if (params.has('code') || params.has('error') || params.has('response')) return params;
  const code = CODES.map((name) => params.get(name)).find((value) => value !== null);
  if (code === undefined && !SIGNS.some((name) => params.has(name))) return params;
  const standard = new URLSearchParams(params);
  standard.set('error', code ?? 'unnamed_error');
  return standard;
}
