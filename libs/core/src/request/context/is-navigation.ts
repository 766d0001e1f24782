import { type AuthRequest, headerOf } from './auth-request.js';

/** Whether a browser is opening a page, rather than a script calling an API. @see Fetch Metadata */
export function isNavigation(request: AuthRequest): boolean {
  const mode = headerOf(request, 'sec-fetch-mode');
  if (mode !== undefined && mode !== 'navigate') return false;
  const reads = request.method === 'GET' || request.method === 'HEAD';
  return reads && (headerOf(request, 'accept')?.includes('text/html') ?? false);
}
