import { type AuthRequest, headerOf } from '../context/auth-request.js';

/**
 * Whether the caller is a script that expects JSON, rather than a form on a page. A script that
 * sends `X-Auth-Return-Redirect` expects a form's redirect URL instead, as for sign-in.
 */
export function wantsJson(request: Pick<AuthRequest, 'headers'>): boolean {
  if (headerOf(request, 'x-auth-return-redirect') !== undefined) return false;
  return sendsJson(request) || isJson(headerOf(request, 'accept'));
}

/** Whether the body of a request is JSON, according to its header. */
export function sendsJson(request: Pick<AuthRequest, 'headers'>): boolean {
  return isJson(headerOf(request, 'content-type'));
}

function isJson(header = ''): boolean {
  return header.toLowerCase().includes('application/json');
}
