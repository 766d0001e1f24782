import { type NextRequest, NextResponse } from 'next/server';

/** Sends browsers without a session cookie to the sign-in page, before anything is rendered. */
export function proxy(request: NextRequest) {
  const names = request.cookies.getAll().map(({ name }) => name);
  if (names.some((name) => name.includes('authjs.session-token'))) return NextResponse.next();
  const page = new URL('/auth/signin', request.url);
  const { pathname, search } = request.nextUrl;
  page.searchParams.set('callbackUrl', pathname + search);
  return NextResponse.redirect(page);
}

export const config = { matcher: '/private/:path*' };
