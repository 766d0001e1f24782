import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import type { SessionContext } from '../../request/context/session-context.js';
import type { JWT } from '../../model/jwt.js';
import { type MaybePromise, whenReady } from '../../model/maybe-promise.js';
import type { Session } from '../../model/session.js';
import { proofOf } from '../token/proof-claims.js';
import { isOwnUser } from '../token/own-user.js';
import { sessionEnd } from '../token/token-life.js';
import type { Audience, SessionUpdate } from '../strategy/session-strategy.port.js';
import { publicSessionId } from '../records/session-summary.js';
import { viewSession } from '../strategy/session-view.js';

/** To whom a session is shown, and after which update. */
export interface Showing {
  readonly audience: Audience;
  /** The update that the client sent. */
  readonly update?: SessionUpdate;
}

/** Shows stateless sessions to clients and to the server. */
@Injectable()
export class JwtViewService {
  /**
   * The ends of sessions as text. They are kept for each opened token, since formatting a date
   * takes a tenth of the time of a guarded request.
   */
  private readonly ends = new WeakMap<JWT, { readonly end: number; readonly text: string }>();
  /** The ids of sessions that may be shown, which are hashes, likewise. */
  private readonly ids = new WeakMap<JWT, string>();

  constructor(private readonly events: EventsService) {}

  /** Returns the end of the session for the token as it was issued, in ISO 8601 and UTC. */
  expiresAt({ config }: SessionContext, claims: JWT): string {
    const end = sessionEnd(config, claims);
    const known = this.ends.get(claims);
    if (known?.end === end) return known.text;
    const text = new Date(end * 1000).toISOString();
    this.ends.set(claims, { end, text });
    return text;
  }

  /**
   * Calls the `session` callback, and then emits the `session` event.
   * @param showing - with the end of the session if the claims are not those of the issued token
   */
  show(
    ctx: SessionContext,
    claims: JWT,
    {
      audience,
      update,
      expires = this.expiresAt(ctx, claims),
    }: Showing & { readonly expires?: string },
  ): MaybePromise<Session> {
    const { sub, name, email, picture } = claims;
    const isHeard = this.events.isHeard(ctx, 'session');
    const token = isHeard || ctx.config.callbacks.session ? copyFor(ctx, claims) : claims;
    const facts = {
      user: { id: sub, name, email, image: picture },
      isOwnUser: isOwnUser(claims),
      expires,
      // Without `sid`, the id would change each time the token is reissued.
      ...(typeof claims['sid'] === 'string' && { key: claims['sid'] }),
      id: (key: string) => this.idOf(claims, key),
      proof: () => proofOf(ctx.config, claims),
      callback: update ? { token, newSession: update.data, trigger: 'update' as const } : { token },
    };
    const shown = viewSession(ctx, facts, audience);
    if (!isHeard) return shown;
    return whenReady(shown, (session) =>
      whenReady(this.events.emit(ctx, 'session', { session, token }), () => session),
    );
  }

  private idOf(claims: JWT, key: string): string {
    const known = this.ids.get(claims);
    if (known !== undefined) return known;
    const id = publicSessionId(key);
    this.ids.set(claims, id);
    return id;
  }
}

/**
 * Returns the claims for callbacks and events of the application, which may change them. They are
 * copied, since they may come from a cache, unless they are the result of a `jwt` callback.
 * @see docs/design/decisions.md 14
 */
function copyFor({ config }: SessionContext, claims: JWT): JWT {
  return config.callbacks.jwt ? claims : structuredClone(claims);
}
