import { type AuthRequest, headerOf } from './auth-request.js';

/**
 * Whether the caller is a script that reads JSON, and not a form of a page. With
 * `X-Auth-Return-Redirect` it wants the URL that a form would be sent to, as at sign-in.
 */
export function wantsJson(request: Pick<AuthRequest, 'headers'>): boolean {
  if (headerOf(request, 'x-auth-return-redirect') !== undefined) return false;
  return isJson(headerOf(request, 'content-type')) || isJson(headerOf(request, 'accept'));
}

function isJson(header = ''): boolean {
  return header.toLowerCase().includes('application/json');
}
