import type { ExecutionContext } from '@nestjs/common';

/**
 * What a message of a microservice is in place of a request. It has no headers, and so no cookies;
 * the option `rpc` returns its token. A configuration function receives it, too.
 */
export class MessageRequest {
  /** Changes nothing: a renewed token would not reach the client, which must still have a valid one. */
  readonly method = 'HEAD';
  readonly originalUrl = '/';
  /** Counts only without AUTH_URL and `useSecureCookies`. */
  readonly protocol = 'http';
  readonly host = '';
  readonly headers = {};

  /** @param message - the context of the handler */
  constructor(readonly message: ExecutionContext) {}
}
