import { type AuthRequest, headerOf } from './auth-request.js';

/**
 * Whether the caller is a script that expects JSON, rather than a form on a page. A script that
 * sends `X-Auth-Return-Redirect` expects a form's redirect URL instead, as for sign-in.
 */
export function wantsJson(request: Pick<AuthRequest, 'headers'>): boolean {
  if (headerOf(request, 'x-auth-return-redirect') !== undefined) return false;
  return isJson(headerOf(request, 'content-type')) || isJson(headerOf(request, 'accept'));
}

function isJson(header = ''): boolean {
  return header.toLowerCase().includes('application/json');
}
