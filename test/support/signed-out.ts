import { CurrentUser, SessionGuard, type User } from '@authnest/core';
import { Controller, Get, UseGuards } from '@nestjs/common';
import { clearedNames, sentCookies } from './set-cookies.js';
import type { TestApp } from './test-app.js';

/** The name of the session cookie over HTTP. */
export const SESSION = 'authjs.session-token';

/** A guarded route that returns the user. */
@Controller('me')
@UseGuards(SessionGuard)
export class MeController {
  @Get() me(@CurrentUser() user: User): User {
    return user;
  }
}

/** Returns the value of a `Cookie` header. */
export function cookieHeader(cookies: Readonly<Record<string, string>>): string {
  return Object.entries(cookies)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('; ');
}

/**
 * Expects that cookies are refused by the endpoint and the guard, and that no session is set. The
 * endpoint must clear every cookie with the session's name, and the guard none (N6). The
 * application must have the {@link MeController}.
 * @param left - `'kept'` for a stateless session that ended elsewhere: no cookie is cleared (ID19)
 */
export async function expectSignedOut(
  app: TestApp,
  cookies: string | Readonly<Record<string, string>>,
  how: 'cleared' | 'kept' | { readonly logs: 'any' } = 'cleared',
): Promise<void> {
  const left = how === 'kept' ? 'kept' : 'cleared';
  const cookie = typeof cookies === 'string' ? cookies : cookieHeader(cookies);
  const presented = cookie.split('; ').map((pair) => pair.slice(0, pair.indexOf('=')));
  const ofSession = presented.filter((name) => name === SESSION || name.startsWith(`${SESSION}.`));
  const errors = app.logs.errors.length;
  const browser = app.client();

  const session = await browser.get('/auth/session', { cookie });
  expect(session).toMatchObject({ status: 200, text: 'null' });
  expectCleared(session.headers['set-cookie'], left === 'kept' ? [] : ofSession);
  if (left === 'kept') expect(clearedNames(session.headers['set-cookie'])).toEqual([]);
  const guarded = await browser.get('/me', { cookie });
  expect(guarded.status).toBe(401);
  expect(guarded.headers['set-cookie']).toBeUndefined();
  // A damaged row is a fault of the store, which the log names.
  if (typeof how === 'string') expect(app.logs.errors.slice(errors)).toEqual([]);
}

function expectCleared(lines: readonly string[] | undefined, names: readonly string[]): void {
  expect(clearedNames(lines)).toEqual(expect.arrayContaining([...names]));
  const set = sentCookies(lines).filter(({ name, value }) => value !== '' && isOfSession(name));
  expect(set).toEqual([]);
}

function isOfSession(name: string): boolean {
  return name.includes('session-token');
}
