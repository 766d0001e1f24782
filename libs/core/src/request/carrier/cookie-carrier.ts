import type { CookieJar } from '../../cookies/cookie-jar.js';
import type { CookieDefinition } from '../../cookies/cookie-definition.js';
import { fitsCookies, inChunks } from './cookie-chunks.js';
import { formerCookies } from './former-cookies.js';
import type {
  PresentedSession,
  SessionCarrier,
  SessionCookieForm,
} from './session-carrier.port.js';
import { allFormsOf, formsOf, NOTHING } from './session-cookie-forms.js';

/** Suffixes that a session cookie can have: none, or the number of a part. */
const OURS = /^(?:\.\d)?$/;

/** The part of a request's context that the session cookie needs. */
interface Asker {
  readonly cookies: CookieJar;
  readonly cookieDefinitions: { readonly sessionToken: CookieDefinition };
  readonly request: {
    readonly protocol: string;
    readonly host: string;
    readonly basePath: string;
  };
}

/**
 * The session cookie: whole, or in parts numbered without a gap. If a name was sent twice, one of the
 * cookies belongs to a neighbouring host or a former configuration, or was planted. It counts only if
 * no other value is a session, too, of somebody else.
 * @see docs/design/wire-contract.md 3.3; docs/design/security-bar.md D11, D12, RP3, RP4
 */
export class CookieCarrier implements SessionCarrier {
  constructor(private readonly ctx: Asker) {}

  present(): PresentedSession {
    // Checked first: the name depends on the protocol, which the platform has to determine.
    if (this.ctx.cookies.isEmpty) return NOTHING;
    return formsOf(this.ctx.cookies.find(this.name), this.name);
  }

  presentAll(): SessionCookieForm[] {
    if (this.ctx.cookies.isEmpty) return [];
    return allFormsOf(this.ctx.cookies.find(this.name), this.name);
  }

  fits(value: string): boolean {
    return fitsCookies(value);
  }

  write(value: string, expires: Date): void {
    const { cookies, cookieDefinitions } = this.ctx;
    const chunks = inChunks(this.name, value);
    this.clear(new Set(chunks.keys()));
    for (const [name, chunk] of chunks) {
      cookies.set({ ...cookieDefinitions.sessionToken, name }, chunk, { expires });
    }
  }

  /**
   * Names that a session can have are cleared first; of all other names, which were planted, only a
   * few dozen are.
   */
  clear(kept?: ReadonlySet<string>): void {
    const { cookies, cookieDefinitions } = this.ctx;
    const planted = this.suffixes.filter((suffix) => !OURS.test(suffix));
    const names = [...this.ours, ...planted].map((suffix) => this.name + suffix);
    cookies.deleteAll(
      cookieDefinitions.sessionToken,
      names.filter((name) => !kept?.has(name)),
    );
  }

  clearFormer(): void {
    const { cookies, cookieDefinitions, request } = this.ctx;
    const former = formerCookies(this.ours, cookieDefinitions.sessionToken, request);
    for (const { definition, isPartition } of former) cookies.deleteFormer(definition, isPartition);
  }

  private get suffixes(): string[] {
    return [...new Set(this.ctx.cookies.find(this.name).map(({ suffix }) => suffix))];
  }

  private get ours(): string[] {
    return this.suffixes.filter((suffix) => OURS.test(suffix));
  }

  private get name(): string {
    return this.ctx.cookieDefinitions.sessionToken.name;
  }
}
