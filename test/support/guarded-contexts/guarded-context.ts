import { AuthContext, type Session, type User } from '@authnest/core';
import type { DynamicModule, INestApplication, Type } from '@nestjs/common';
import type { Platform } from '../platforms.js';

/** The handlers that every context has, by what guards them. */
export const DOORS = ['public', 'optional', 'required', 'roles'] as const;
export type Door = (typeof DOORS)[number];

/** What a caller got: who the handler saw, or the status of the refusal. */
export type Outcome = { readonly user: string } | { readonly status: number };

/** What a caller presents. */
export interface Presented {
  /** The value of the session cookie. */
  readonly token?: string | undefined;
  /** All cookies of the browser, if it has others. */
  readonly cookie?: string;
}

/** A context in a running application. */
export interface OpenContext {
  call(door: Door, presented: Presented): Promise<Outcome>;
  close(): Promise<void>;
}

/** A way in which handlers are called, one record for each. */
export interface GuardedContext {
  readonly name: string;
  /** Why it cannot be tested here. */
  readonly problem?: string;
  /** Whether it needs an application for itself: Nest has one adapter for all gateways. */
  readonly isAlone?: boolean;
  /** The only platform that has it. */
  readonly platform?: Platform;
  readonly imports?: readonly DynamicModule[];
  /** Controllers with the handlers. */
  readonly controllers?: readonly Type[];
  /** Gateways or resolvers with the handlers. */
  readonly providers?: readonly Type[];
  /** Called before the application starts, and its microservices with it. */
  prepare?(app: INestApplication): void;
  /** Called when the application listens. */
  open(app: INestApplication, url: string): Promise<OpenContext>;
}

/** The name of the session cookie over http. */
export const COOKIE = 'authjs.session-token';

/** Returns the headers of a request. */
export function headersOf({ token, cookie }: Presented): Record<string, string> {
  const all = cookie ?? (token && `${COOKIE}=${token}`);
  return all ? { cookie: all } : {};
}

/** Returns what each handler does: all ways to the session have to agree. */
export function seen(user: User | null, session: Session | null): string {
  const names = [user, session?.user, AuthContext.current()?.user].map((one) => one?.name ?? '-');
  return names.every((name) => name === names[0]) ? String(names[0]) : names.join(' or ');
}

/** The status of a refusal, by its code. */
export const STATUSES: Readonly<Record<string, number>> = {
  SESSION_REQUIRED: 401,
  INSUFFICIENT_ROLE: 403,
  STORE_UNAVAILABLE: 503,
};
