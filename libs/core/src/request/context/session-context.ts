import type { CookieDefinitions } from '../../cookies/cookie-definition.js';
import type { ResolvedAuthConfig } from '../../config/resolved-auth-config.js';
import { UntrustedHost } from '../../errors/configuration.errors.js';
import type { AuthLogger } from '../../logging/auth-logger.port.js';
import { originOfHost } from '../../model/hosts.js';
import { chooseLanguage } from '../../config/texts/choose-language.js';
import type { Language } from '../../config/texts/language.js';
import { CookieCarrier } from '../carrier/cookie-carrier.js';
import type { SessionCarrier } from '../carrier/session-carrier.port.js';
import { TokenCarrier } from '../carrier/token-carrier.js';
import { type AuthRequest, headerOf } from './auth-request.js';
import { CookieJar } from '../../cookies/cookie-jar.js';

/**
 * The context of a request for reading its session. It is created for every guarded request, so
 * what only some requests need is computed when it is read.
 */
export class SessionContext {
  readonly logger: AuthLogger;
  /** Whether it is a HEAD request, which changes nothing. @see docs/design/decisions.md 11 */
  readOnly: boolean;
  /** Whether cookies are for https only. @see docs/design/wire-contract.md 3.1 */
  readonly secure: boolean;
  /** Names and attributes of the cookies of this request. */
  readonly cookieDefinitions: CookieDefinitions;
  /**
   * When a session that this request opens starts, in milliseconds since the epoch: when the request
   * arrived, before anything was checked.
   */
  private started = Date.now();
  /** Where the session comes from, and where a renewed one goes. */
  readonly carrier: SessionCarrier;
  /** The session that was shown last: its user, and its key in the store if that stays the same. */
  shown?: { readonly user: { readonly id?: string }; readonly key?: string };
  /** The challenge of this browser that was found last, for the form of the page about it. */
  challenge?: string;
  private knownOrigin: string | undefined;
  private knownLanguage: Language | undefined;

  constructor(
    readonly request: AuthRequest,
    readonly config: ResolvedAuthConfig,
    readonly cookies = new CookieJar(request.headers['cookie']),
  ) {
    const { useSecureCookies, origin, cookies: definitions } = config;
    this.logger = config.logger;
    this.readOnly = request.method === 'HEAD';
    this.secure =
      useSecureCookies ?? (origin ? origin.startsWith('https:') : request.protocol === 'https');
    this.cookieDefinitions = this.secure ? definitions.secure : definitions.plain;
    const { message } = request;
    this.carrier = message
      ? new TokenCarrier(() => config.messageToken?.(message))
      : new CookieCarrier(this);
  }

  get start(): number {
    return this.started;
  }

  /** Lets reading the session change nothing: no response could carry a new cookie. */
  leaveUnchanged(): void {
    this.readOnly = true;
  }

  /** Lets the session start after a time: the request has itself ended all sessions until then. */
  startAfter(end: Date): void {
    this.started = Math.max(this.started, end.getTime() + 1);
  }

  /** Lets the session start when a sign-in that waited began: what ended since then stays ended. */
  startAt(time: number): void {
    this.started = time;
  }

  /** Language of the pages and mails for this request. */
  get language(): Language {
    return (this.knownLanguage ??= chooseLanguage(
      this.config.languages,
      headerOf(this.request, 'accept-language'),
    ));
  }

  /**
   * The public origin: that of AUTH_URL, else the one that the platform reports.
   * @throws {UntrustedHost} if the host is malformed or not listed in `trustHost`
   * @see docs/design/decisions.md 12
   */
  get origin(): string {
    this.knownOrigin ??= this.config.origin ?? requestOrigin(this.request, this.config.trustHost);
    return this.knownOrigin;
  }
}

function requestOrigin(
  { protocol, host }: AuthRequest,
  trusted: ResolvedAuthConfig['trustHost'],
): string {
  const origin = originOfHost(protocol, host);
  if (origin === undefined) {
    throw new UntrustedHost('the Host header of the request is malformed');
  }
  if (trusted !== 'any' && !trusted.has(host.toLowerCase())) {
    throw new UntrustedHost(`the host ${new URL(origin).host} is not listed in \`trustHost\``);
  }
  return origin;
}
