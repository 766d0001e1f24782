import type { SessionContext } from './session-context.js';

const openings = new WeakMap<object, SessionContext>();

/** Remembers whose sign-in a web `Request` belongs to that application code receives. */
export function withOpening(request: Request, ctx: SessionContext): Request {
  openings.set(request, ctx);
  return request;
}

/** Returns the context of the sign-in that a request belongs to. */
export function openingOf(request: object): SessionContext | undefined {
  return openings.get(request);
}
