import { Injectable } from '@nestjs/common';
import type { ProviderSessions } from '../../adapter/adapter-inputs.js';
import type { AdapterSession } from '../../adapter/adapter-rows.js';
import { AuthConfigService } from '../../config/auth-config.service.js';
import { AuthError } from '../../errors/auth.error.js';
import { InvalidConfiguration } from '../../errors/configuration.errors.js';
import { type EventContext, EventsService } from '../../events/events.service.js';
import { SessionEndNotifierService } from '../../session/records/session-end-notifier.service.js';
import { publicSessionId } from '../../session/records/session-summary.js';
import { AuthContextService } from '../../request/auth-context.service.js';
import type { PlatformRequest } from '../../request/platform/platform-request.js';
import { providerHash, scopeOf } from './session-at-provider.js';
import { LogoutMarksService } from './logout-marks.service.js';
import { GrantedTokensService } from './granted-tokens.service.js';
import { takesNotices } from './has-logout.js';
import type { ProviderNotice } from './provider-notice.js';

/** What has ended at a provider: a session (`sid`), all of a user's (`sub`), or one of them. */
export interface EndedAtProvider {
  /** Id of the provider. */
  readonly provider: string;
  readonly sid?: string;
  readonly sub?: string;
}

/** What a notice removes. */
interface Removal {
  readonly provider: string;
  readonly notice: ProviderNotice;
  readonly ended: ProviderSessions;
}

/** How far the clocks of a provider's nodes may differ, in seconds. */
const NODES_DIFFER = 60;
/** How long a mark is kept for sign-ins in progress, in seconds. */
const SIGN_IN_LIFE = 3600;

/**
 * Ends sessions that a provider has ended.
 * @see OpenID Connect Back-Channel Logout 1.0 section 2.7; docs/design/decisions.md 41
 */
@Injectable()
export class BackchannelLogoutService {
  constructor(
    private readonly configs: AuthConfigService,
    private readonly contexts: AuthContextService,
    private readonly marks: LogoutMarksService,
    private readonly granted: GrantedTokensService,
    private readonly events: EventsService,
    private readonly live: SessionEndNotifierService,
  ) {}

  /**
   * Ends the sessions that began before now. For a provider with its own kind of webhook. Sessions
   * are dated by the clock of the provider, which may be ahead by the tolerance of ID tokens; so
   * with `sub`, sign-ins of the next half minute end too.
   * @returns how many stored sessions were ended; 0 for stateless sessions, which are not counted
   * @throws {AuthError} when the provider is unknown or has no `backchannelLogout`, when neither
   * `sid` nor `sub` is given, or when the store fails
   * @throws {InvalidConfiguration} if the configuration is a function and there is no request
   */
  async end(
    ended: EndedAtProvider,
    { request }: { readonly request?: PlatformRequest } = {},
  ): Promise<{ sessions: number }> {
    const { provider, sid, sub } = ended;
    const ctx = await this.open(request);
    if (!takesNotices(ctx.config, provider)) {
      throw new AuthError('BackchannelLogoutService: the provider needs `backchannelLogout`');
    }
    if (!sid && !sub) throw new AuthError('BackchannelLogoutService: expected `sid` or `sub`');
    const known = ctx.config.providers.get(provider);
    const tolerance = known && 'clockToleranceSeconds' in known ? known.clockToleranceSeconds : 0;
    const time = Math.floor(Date.now() / 1000) + tolerance;
    const notice = { ...(sid && { sid }), ...(sub && { sub }), time };
    return { sessions: (await this.apply(ctx, provider, notice)) ?? 0 };
  }

  /**
   * Writes marks first, then removes rows: a sign-in in progress stores its row first and then
   * reads the marks. Tokens are cleared while the rows still show whose they are, so that the call
   * can be repeated after each step.
   * @returns how many sessions were ended; null for stateless sessions
   */
  async apply(ctx: EventContext, provider: string, notice: ProviderNotice): Promise<number | null> {
    const { sid, sub, time } = notice;
    const scope = scopeOf(ctx.config, provider);
    const session = sid === undefined ? undefined : providerHash('sid', scope, sid);
    const subject = sub === undefined ? undefined : providerHash('sub', scope, sub);
    const [sessionBefore, subjectBefore] = [
      new Date((time + NODES_DIFFER) * 1000),
      new Date(time * 1000),
    ];
    await this.mark(ctx, session === undefined ? [] : [session], sessionBefore);
    if (subject !== undefined) {
      // If the notice has a `sid`, only those other sessions of the user end that have no `sid`.
      const marker =
        session === undefined ? subject : providerHash('sub-only', [provider], subject);
      await this.mark(ctx, [marker], subjectBefore);
    }
    const ended = {
      ...(session !== undefined && { providerSession: session }),
      ...(subject !== undefined && { providerSubject: subject }),
      sessionBefore,
      subjectBefore,
    };
    const rows = await this.remove(ctx, { provider, notice, ended });
    this.announce(ctx, provider, { notice, rows });
    return rows && rows.length;
  }

  /** Clears tokens, then removes the rows. */
  private async remove(
    { config }: EventContext,
    { provider, notice, ended }: Removal,
  ): Promise<AdapterSession[] | null> {
    const { session, adapter } = config;
    const stored = session.strategy === 'jwt' ? undefined : adapter;
    const listed = stored?.has('listSessionsByProvider')
      ? await stored.listSessionsByProvider(ended)
      : [];
    await this.granted.clear(config, { provider, notice }, listed);
    if (!stored) return null;
    const rows = await stored.deleteSessionsByProvider(ended);
    // An adapter that cannot list them, or a sign-in meanwhile.
    const known = new Set(listed.map(({ userId }) => userId));
    const others = rows.filter(({ userId }) => !known.has(userId));
    if (others.length > 0) await this.granted.clear(config, { provider, notice }, others);
    return rows;
  }

  private async mark(ctx: EventContext, markers: string[], before: Date): Promise<void> {
    if (markers.length === 0) return;
    const { session, jwt } = ctx.config;
    const isStateless = session.strategy === 'jwt';
    // The longer one, so that `maxAge` can be raised in two steps: see docs/logout.md.
    const life = isStateless
      ? Math.max(session.maxAgeSeconds, jwt.maxAgeSeconds) + 600
      : SIGN_IN_LIFE;
    const expires = new Date(Date.now() + life * 1000);
    await this.marks.mark(ctx.config, { markers, before, expires });
  }

  /** Emits events without waiting for them: providers give up after a few seconds. */
  private announce(
    ctx: EventContext,
    provider: string,
    { notice, rows }: { notice: ProviderNotice; rows: AdapterSession[] | null },
  ): void {
    const { sid, sub } = notice;
    const by = sid === undefined ? 'sub' : sub === undefined ? 'sid' : 'both';
    const userIds = [...new Set((rows ?? []).map(({ userId }) => userId))];
    const sessions = rows && rows.length;
    ctx.logger.info('signed out by the provider', { provider, by, userIds, sessions });
    const ids = (rows ?? []).map(({ sessionToken }) => publicSessionId(sessionToken));
    this.live.tell(ctx.config, { by: 'revoked', ids });
    for (const session of rows ?? []) void this.events.emit(ctx, 'signOut', { session });
    void this.events.emit(ctx, 'backchannelLogout', { provider, userIds, sessions, by });
  }

  private async open(request: PlatformRequest | undefined): Promise<EventContext> {
    if (request) return this.contexts.openRoute(request);
    const config = this.configs.static;
    if (config) return { config, logger: config.logger };
    throw new InvalidConfiguration([
      new AuthError(
        'BackchannelLogoutService: the configuration is a function of the request; pass the `request`',
      ),
    ]);
  }
}
