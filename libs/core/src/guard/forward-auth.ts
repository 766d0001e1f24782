import { AsyncResource } from 'node:async_hooks';
import type { ExecutionContext } from '@nestjs/common';
import { Observable } from 'rxjs';
import { AuthError } from '../errors/auth.error.js';

/** The part of a packet that travels beside its data. */
interface Packet {
  metadata?: Record<string, string>;
}

type Hook = (packet: Packet) => void;

/** A `ClientProxy` of `@nestjs/microservices`. */
export interface MessageClient {
  setOnDispatchHook(hook: (packet: Packet) => void): void;
  send?(pattern: unknown, data: unknown): Observable<unknown>;
}

/** The hooks of this file, and what the clients had before. */
const formerHooks = new WeakMap<Hook, Hook | undefined>();

/** As the header of the same name. @see RFC 6750 section 2.1 */
const KEY = 'authorization';
const BEARER = /^Bearer (\S+)$/i;
/** Longer values cannot be a session. */
const LONGEST = 16_384;

/**
 * Sends a session token with each message of a client, in its metadata: for TCP and Redis, where
 * {@link forwardedToken} reads it. Another hook of the client goes on working.
 * @param token - called for each message; without a token, the message is sent without one
 * @throws {AuthError} if the client has no such hook, as before NestJS 12.1
 */
export function forwardAuth(client: MessageClient, token: () => string | undefined): void {
  if (typeof client.setOnDispatchHook !== 'function') {
    throw new AuthError(
      'forwardAuth: the client has no `setOnDispatchHook`; update `@nestjs/microservices` to 12.1 or newer',
    );
  }
  const known = (client as { onDispatchHook?: Hook }).onDispatchHook;
  const isOurs = known !== undefined && formerHooks.has(known);
  // A controller that Nest creates for each request comes here each time.
  const former = isOurs ? formerHooks.get(known) : known;
  const hook: Hook = (packet) => {
    former?.call(client, packet);
    const value = token();
    if (value) packet.metadata = { ...packet.metadata, [KEY]: `Bearer ${value}` };
  };
  formerHooks.set(hook, former);
  client.setOnDispatchHook(hook);
  if (!isOurs) answerInContext(client);
}

/**
 * Delivers responses in the asynchronous context of their subscriber. The client would use that of
 * the request that opened its connection, whose token would go along with the next message.
 */
function answerInContext(client: MessageClient): void {
  if (!client.send) return;
  const send = client.send.bind(client);
  client.send = (pattern, data) => {
    const answers = send(pattern, data);
    return new Observable((subscriber) => {
      const within = AsyncResource.bind((step: () => void) => step());
      return answers.subscribe({
        next: (answer) => within(() => subscriber.next(answer)),
        error: (thrown) => within(() => subscriber.error(thrown)),
        complete: () => within(() => subscriber.complete()),
      });
    });
  };
}

/**
 * Returns the token that {@link forwardAuth} has sent with a message, for the option `rpc`: over TCP
 * and Redis, from NestJS 12.1 on.
 */
export function forwardedToken(context: ExecutionContext): string | undefined {
  const message = context.switchToRpc().getContext<{ getMetadata?(): unknown } | undefined>();
  const metadata: unknown = message?.getMetadata?.();
  if (typeof metadata !== 'object' || metadata === null || !Object.hasOwn(metadata, KEY))
    return undefined;
  const value = (metadata as Record<string, unknown>)[KEY];
  return typeof value === 'string' && value.length <= LONGEST ? BEARER.exec(value)?.[1] : undefined;
}
