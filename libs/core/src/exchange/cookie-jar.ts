import { stringifySetCookie } from 'cookie';
import type { CookieDefinition, CookieOptions } from '../config/cookie-definition.js';
import { type CookieOccurrence, findCookies, readCookie } from './read-cookie.js';

/** A cookie to be set. */
export interface SetCookie {
  readonly name: string;
  readonly value: string;
  readonly options: Readonly<CookieOptions>;
}

/** The cookies of one request, and what its answer changes. */
export class CookieJar {
  /** Made at the first change: most requests change nothing. */
  private changes: Map<string, SetCookie> | undefined;

  /** @param header - the request's `Cookie` header */
  constructor(private readonly header: string) {}

  get(name: string): string | undefined {
    return this.header === '' ? undefined : readCookie(this.header, name);
  }

  /** Cookies named `name` or `name.<anything>`, repeated ones too. */
  find(name: string): CookieOccurrence[] {
    return this.header === '' ? [] : findCookies(this.header, name);
  }

  /** Sets a cookie; the last word on a name counts. */
  set(definition: CookieDefinition, value: string, options?: CookieOptions): void {
    const { name } = definition;
    this.changes ??= new Map();
    this.changes.set(name, { name, value, options: { ...definition.options, ...options } });
  }

  /** @see docs/design/wire-contract.md CK-4 */
  delete(definition: CookieDefinition): void {
    this.set(definition, '', { maxAge: 0, expires: undefined });
  }

  /** Deletes cookies of one kind, the first few dozen: planted hundreds must not fill the response. */
  deleteAll(definition: CookieDefinition, names: readonly string[]): void {
    for (const name of names.slice(0, MOST_DELETED)) this.delete({ ...definition, name });
  }

  /** Leaves the browser's cookies as they are: the request brought too few of them to decide. */
  forgetChanges(): void {
    this.changes = undefined;
  }

  /** What is to be set, in order. */
  changed(): readonly SetCookie[] {
    return this.changes ? [...this.changes.values()] : NOTHING;
  }

  /** Only the deletions: what an error answer still carries. */
  deleted(): readonly SetCookie[] {
    return this.changed().filter(({ value, options }) => value === '' && options.maxAge === 0);
  }
}

/** Cookies of one kind that one response deletes. */
const MOST_DELETED = 32;

const NOTHING: readonly SetCookie[] = [];

/** One `Set-Cookie` header. @see docs/design/wire-contract.md CK-1 */
export function serializeCookie({ name, value, options }: SetCookie): string {
  return stringifySetCookie({ ...options, name, value });
}
