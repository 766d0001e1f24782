import { stringifySetCookie } from 'cookie';
import type { CookieDefinition, CookieOptions } from './cookie-definition.js';
import { RequestCookies } from './request-cookies.js';

/** A cookie to be set. */
export interface SetCookie {
  readonly name: string;
  readonly value: string;
  readonly options: Readonly<CookieOptions>;
  /** Set if it deletes what a former configuration left: today's cookie of that name stays. */
  readonly isFormer?: true;
}

/** The cookies of one request, and those that its response changes. */
export class CookieJar extends RequestCookies {
  /** Created on the first change, since most requests change nothing. */
  private changes: Map<string, SetCookie> | undefined;
  private former: FormerCookie[] = [];

  /** Sets a cookie; for each name, the last call is used. */
  set(definition: CookieDefinition, value: string, options?: CookieOptions): void {
    const { name } = definition;
    this.changes ??= new Map();
    const all = options ? { ...definition.options, ...options } : definition.options;
    this.changes.set(name, { name, value, options: withMaxAge(all) });
  }

  /** @see docs/design/wire-contract.md CK-4 */
  delete(definition: CookieDefinition): void {
    this.set(definition, '', { maxAge: 0, expires: undefined });
  }

  /**
   * Deletes the cookie that a former configuration set, with other attributes than those of today.
   * What is set under its name stays.
   * @param onlyBeside - only if the response also changes today's cookie, which some browsers delete
   * with this one
   */
  deleteFormer({ name, options }: CookieDefinition, onlyBeside = false): void {
    const gone = { ...options, maxAge: 0, expires: undefined };
    this.former.push({ cookie: { name, value: '', options: gone, isFormer: true }, onlyBeside });
  }

  /** Deletes cookies of one kind, up to a limit: planted ones must not fill the response. */
  deleteAll(definition: CookieDefinition, names: readonly string[]): void {
    for (const name of names.slice(0, MOST_DELETED)) this.delete({ ...definition, name });
  }

  /** Discards all changes, for a request with too few cookies to decide what to set. */
  forgetChanges(): void {
    this.changes = undefined;
    this.former = [];
  }

  /** Returns the cookies to set, in order: those of today follow the former ones. */
  changed(): readonly SetCookie[] {
    const { changes, former } = this;
    if (!changes && former.length === 0) return NOTHING;
    const gone = former.filter(
      ({ cookie, onlyBeside }) => !onlyBeside || changes?.has(cookie.name),
    );
    return [...gone.map(({ cookie }) => cookie), ...(changes?.values() ?? [])];
  }

  /**
   * Returns only the deletions, which are also sent with an error response. Former cookies stay: one
   * of them may have the session.
   */
  deleted(): readonly SetCookie[] {
    const changes = [...(this.changes?.values() ?? [])];
    return changes.filter(({ value, options }) => value === '' && options.maxAge === 0);
  }
}

interface FormerCookie {
  readonly cookie: SetCookie;
  readonly onlyBeside: boolean;
}

/**
 * Adds the life of a cookie in seconds: browsers prefer it to `Expires`, which they compare with
 * their own clock, and that may be wrong.
 * @see RFC 6265 section 5.3 step 3
 */
function withMaxAge(options: Readonly<CookieOptions>): Readonly<CookieOptions> {
  const { expires, maxAge } = options;
  if (expires === undefined || maxAge !== undefined) return options;
  return { ...options, maxAge: Math.max(0, Math.ceil((expires.getTime() - Date.now()) / 1000)) };
}

/** Maximum number of cookies of one kind that a response deletes. */
const MOST_DELETED = 32;

const NOTHING: readonly SetCookie[] = [];

/** Returns the value of a `Set-Cookie` header. @see docs/design/wire-contract.md CK-1 */
export function serializeCookie({ name, value, options }: SetCookie): string {
  if (!Object.isFrozen(options)) return stringifySetCookie({ ...options, name, value });
  // Frozen options come from the configuration: their attributes are serialized once.
  const known = written.get(options);
  if (known?.name === name) return `${name}=${encodeURIComponent(value)}${known.attributes}`;
  const text = stringifySetCookie({ ...options, name, value: '' });
  written.set(options, { name, attributes: text.slice(name.length + 1) });
  return stringifySetCookie({ ...options, name, value });
}

/** The serialized attributes, keyed by the options object of the configuration. */
const written = new WeakMap<
  Readonly<CookieOptions>,
  { readonly name: string; readonly attributes: string }
>();
