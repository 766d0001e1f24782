import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { asThrown } from '../errors/as-thrown.js';
import { ErrorPageLoop } from '../errors/configuration.errors.js';
import { InvalidRequest } from '../errors/internal.errors.js';
import { toError } from '../errors/to-error.js';
import { logFault } from '../logging/log-fault.js';
import { isPromiseLike, type MaybePromise, whenReady } from '../model/maybe-promise.js';
import type { Session } from '../model/session.js';
import { settled } from '../model/settled.js';
import { AuthContextService } from '../request/auth-context.service.js';
import { RequestSlot } from '../request/context/request-slot.js';
import { SessionContext } from '../request/context/session-context.js';
import type { PlatformRequest } from '../request/platform/platform-request.js';
import type { PlatformResponse } from '../request/platform/platform-response.js';
import { CurrentSessionService } from '../session/current/current-session.service.js';
import { isNavigation } from '../request/context/is-navigation.js';
import { signInLocation } from '../sign-in/sign-in-location.js';
import { forgetLeftSession } from './left-session.js';

/** The session of a request, which is read only once. */
interface Reading {
  readonly session: MaybePromise<Session | null>;
  /** A promise only until a function has returned the configuration. */
  context: MaybePromise<SessionContext>;
  /** The cookies that the response had changed when the reading began. */
  readonly cookies: string | undefined;
  /** Whether the session's cookies were written to the response. */
  isWritten: boolean;
  /** The session with which the guard admitted the request, of this reading or a former one. */
  admitted?: Session | null;
}

/** Reads the session of each request once, for the guard and for application code. */
@Injectable()
export class RequestSessionsService {
  private readonly readings = new RequestSlot<Reading>();

  constructor(
    private readonly contexts: AuthContextService,
    private readonly sessions: CurrentSessionService,
  ) {}

  /**
   * Returns the session of a request. If `response` is given, a refreshed cookie is written to it,
   * once.
   * @throws {AuthError} if the session could not be read because the store or a callback failed
   */
  get(
    request: PlatformRequest | IncomingMessage,
    response?: PlatformResponse,
  ): MaybePromise<Session | null> {
    const known = this.readings.get(request) ?? this.read(request);
    if (response === undefined || known.isWritten) return known.session;
    return whenReady(this.write(request, known, response), () => known.session);
  }

  /**
   * Returns the session of a request as it is now.
   * @throws {AuthError} as {@link get}
   */
  reread(request: PlatformRequest | IncomingMessage): MaybePromise<Session | null> {
    return this.read(request).session;
  }

  /** Has the session read again after a sign-in or sign-out in the course of the request. */
  forget(request: PlatformRequest): void {
    this.readings.set(request, undefined);
    forgetLeftSession(request);
  }

  /** Calls a function with the context in which the session of a request was read. */
  within<R>(
    request: PlatformRequest,
    next: (ctx: SessionContext) => MaybePromise<R>,
  ): MaybePromise<R> {
    return within(this.readings.get(request)?.context ?? this.contexts.openRoute(request), next);
  }

  /**
   * Whether the session of a request is not over. A stateless one that ended with all others of its
   * user may still be read until it is renewed, if there is no registry.
   */
  async isThere(ctx: SessionContext): Promise<boolean> {
    return (await this.sessions.currentUserId(ctx)) !== null;
  }

  /**
   * Returns the URL to which the guard redirects a browser that opens a page without a session.
   * @param when - `configured` respects the option `guard.unauthenticated`; `always` ignores it
   * @returns undefined if the caller should get an error status instead
   * @throws {InvalidRequest} if the request target is not a path to which the browser can return
   * @throws {ErrorPageLoop} if the request is for the sign-in page itself
   */
  signInLocation(
    request: PlatformRequest,
    when: 'always' | 'configured',
  ): MaybePromise<string | undefined> {
    return this.within(request, (ctx) => {
      if (when === 'configured' && ctx.config.unauthenticated !== 'redirect') return undefined;
      return isNavigation(ctx.request) ? locationOn(ctx) : undefined;
    });
  }

  /**
   * Returns the session token that came with a request, for `AuthContext.token()`.
   * @param session - the current one, which another guard or AuthModule may have set
   * @returns undefined if it was not read from the token, or several values may be the session
   */
  tokenOf(request: PlatformRequest, session: Session): string | undefined {
    const { context, admitted } = this.readings.get(request) ?? {};
    if (admitted !== session || !(context instanceof SessionContext)) return undefined;
    const [form, another] = context.carrier.present().forms;
    return another ? undefined : form?.value;
  }

  /**
   * Remembers with which session the guard has admitted a request, and writes its cookies.
   * @param response - undefined if it was sent before, as to a handshake
   */
  admit(
    request: PlatformRequest,
    session: Session | null,
    response: PlatformResponse | undefined,
  ): MaybePromise<void> {
    const reading = this.readings.get(request);
    if (!reading) return;
    reading.admitted = session;
    if (response) return this.write(request, reading, response);
  }

  /** Logs that the guard refused a request. */
  recordRefusal(request: PlatformRequest, refusal: { handler: string; reason: string }): void {
    const context = this.readings.get(request)?.context;
    const record = ({ logger }: SessionContext): void => logger.debug?.('guard refused', refusal);
    // A configuration that failed has already been logged.
    if (isPromiseLike(context)) context.then(record, () => undefined);
    else if (context) record(context);
  }

  /**
   * Once, unless the request has set other cookies since: the cookie of the session that was there
   * must not follow that of a sign-in, a sign-out, or a session that goes on under another id.
   */
  private write(
    request: PlatformRequest | IncomingMessage,
    reading: Reading,
    response: PlatformResponse,
  ): MaybePromise<void> {
    if (reading.isWritten) return;
    reading.isWritten = true;
    return whenReady(reading.session, () =>
      within(reading.context, (ctx) => {
        const changed = ctx.cookies.changed();
        const isPast = reading.cookies !== this.contexts.changedCookies(request);
        if (changed.length > 0 && !ctx.readOnly && !isPast)
          this.contexts.send(request, response, changed);
      }),
    );
  }

  private read(request: PlatformRequest | IncomingMessage): Reading {
    const cookies = this.contexts.changedCookies(request);
    const context = this.contexts.openRoute(request);
    const session = within(context, (ctx) => this.sessionIn(ctx));
    const admitted = this.readings.get(request)?.admitted;
    const reading: Reading = { session, context, cookies, isWritten: false, admitted };
    if (isPromiseLike(context)) {
      const keep = (opened: SessionContext): void => void (reading.context = opened);
      context.then(keep, () => undefined);
    }
    this.readings.set(request, reading);
    return reading;
  }

  /** Reads the session. A failure is logged and returned as a rejection, which is remembered. */
  private sessionIn(ctx: SessionContext): MaybePromise<Session | null> {
    const fail = (thrown: unknown): never => {
      logFault(ctx.logger, toError(thrown));
      throw asThrown(thrown);
    };
    try {
      const session = this.sessions.read(ctx, 'server');
      return isPromiseLike(session) ? session.then(undefined, fail) : session;
    } catch (thrown) {
      return settled(() => fail(thrown));
    }
  }
}

/** The sign-in URL; undefined if it cannot be built, such as for an untrusted host. */
function locationOn(ctx: SessionContext): string | undefined {
  try {
    return signInLocation(ctx);
  } catch (thrown) {
    logFault(ctx.logger, toError(thrown));
    if (thrown instanceof InvalidRequest || thrown instanceof ErrorPageLoop) throw thrown;
    return undefined;
  }
}

/** Continues with a context, at once unless a function returns the configuration. */
function within<R>(
  context: MaybePromise<SessionContext>,
  next: (ctx: SessionContext) => MaybePromise<R>,
): MaybePromise<R> {
  return context instanceof SessionContext ? next(context) : context.then(next);
}
