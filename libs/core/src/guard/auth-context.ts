import { AsyncLocalStorage } from 'node:async_hooks';
import { type ExecutionContext, Logger } from '@nestjs/common';
import { Observable } from 'rxjs';
import type { Session } from '../model/session.js';
import { leftSession, leftSessionOf } from './left-session.js';

/** What a request, a message or a job has; both functions look it up when they are called. */
interface Source {
  session(): Session | null;
  token?(session: Session): string | undefined;
}

/** What runs as part of one request, message or job; empty after its end, which timers may outlive. */
class OpenContext {
  /** @param response - of a request: a listener for its end would cost more than the rest */
  constructor(
    private source: Source | undefined,
    private readonly response?: Ending,
  ) {}

  get session(): Session | undefined {
    return this.open?.session() ?? undefined;
  }

  get token(): string | undefined {
    const { session } = this;
    return session && this.open?.token?.(session);
  }

  end(): void {
    this.source = undefined;
  }

  private get open(): Source | undefined {
    const { response } = this;
    // Responses of HTTP/2 have no `closed`.
    if (response && (response.closed ?? response.writableEnded)) this.end();
    return this.source;
  }
}

const contexts = new AsyncLocalStorage<OpenContext>();

/** Whether a module opens contexts, or the warning that none does was logged. */
let isOpened = false;

/** Without the option, nobody is ever signed in here, which looks like a guard that lets nobody in. */
function warnIfNeverOpened(): void {
  if (isOpened) return;
  isOpened = true;
  new Logger('Authnest').warn(
    'AuthContext.current() knows no session, since no AuthModule has `context: true`. Set it beside `useFactory`, not in what it returns',
  );
}

/**
 * The session in any service, without the request.
 * @see docs/guards.md; people who use it need the option `context: true` of the module
 */
export class AuthContext {
  private constructor() {}

  /**
   * Returns the session that a guard has read for the request or the message that is being handled,
   * as `@CurrentSession()` does, or that of {@link run}.
   * @returns undefined if nobody is signed in, before the guard and where none runs, after the end of
   * the response, outside a request, and without the option `context: true`
   */
  static current(): Session | undefined {
    const context = contexts.getStore();
    if (!context) warnIfNeverOpened();
    return context?.session;
  }

  /**
   * Returns the session token of the request or the message that is being handled, to forward it to
   * another service with {@link forwardAuth}. Whoever has it has the session: never log it, store it
   * or put it into a queue.
   * @returns undefined where {@link current} does, in {@link run}, for a session that another guard
   * has set, and if a request presents several
   */
  static token(): string | undefined {
    return contexts.getStore()?.token;
  }

  /**
   * Runs a function, and all that it starts, with a session, for jobs and queues. It proves nothing:
   * pass a session only for a user whom your code has looked up.
   * @param session - null for nobody, also inside a request
   * @returns what the function returns
   */
  static run<R>(session: Session | null, work: () => R): R {
    return contexts.run(new OpenContext({ session: () => session }), work);
  }
}

/** A response of Node. */
interface Ending {
  readonly closed?: boolean;
  readonly writableEnded?: boolean;
}

/** Finds the tokens that came with requests and messages, if the session was read from them. */
export interface Tokens {
  ofRequest(request: object, session: Session): string | undefined;
  ofMessage(message: ExecutionContext, session: Session): string | undefined;
}

/** Opens contexts. */
export class ContextOpener {
  constructor(private readonly tokens: Tokens) {
    isOpened = true;
  }

  /** Opens the context of a request, until its response is closed. */
  ofRequest(request: object, response: Ending, next: () => void): void {
    const source: Source = {
      session: () => leftSessionOf(request),
      token: (session) => this.tokens.ofRequest(request, session),
    };
    contexts.run(new OpenContext(source, response), next);
  }

  /** Opens the context of a message, until its handler has finished. */
  ofMessage(message: ExecutionContext, next: () => Observable<unknown>): Observable<unknown> {
    return new Observable((subscriber) => {
      const context = new OpenContext({
        session: () => leftSession(message),
        token: (session) => this.tokens.ofMessage(message, session),
      });
      subscriber.add(() => context.end());
      contexts.run(context, () => subscriber.add(next().subscribe(subscriber)));
    });
  }
}
