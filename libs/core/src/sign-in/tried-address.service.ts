import { Injectable } from '@nestjs/common';
import type { CookieDefinition } from '../cookies/cookie-definition.js';
import type { AuthError } from '../errors/auth.error.js';
import { CredentialsSignin, EmailSignInError } from '../errors/sign-in.errors.js';
import type { SetCookie } from '../cookies/cookie-jar.js';
import { SealedCookieService } from '../exchange/sealed-cookie.service.js';
import type { SessionContext } from '../exchange/session-context.js';
import { identityField, namesPerson } from '../provider/identity-field.js';
import type { ResolvedProvider } from '../provider/resolved-provider.js';

/** What a person typed who was not signed in. */
export interface TriedAddress {
  readonly providerId: string;
  /** As typed, untrusted; never a password. */
  readonly value: string;
}

/** Life of the cookie, in seconds: the page that the browser is redirected to reads it. */
const LIFE = 120;

/** The longest address. @see RFC 5321 section 4.5.3.1.3 */
const LONGEST = 254;

/**
 * Passes an address from the form that failed to the page that shows it again. The redirect between
 * the two carries no address, since URLs end up in logs and histories; a sealed cookie does, once.
 * @see docs/design/security-bar.md C10, I04
 */
@Injectable()
export class TriedAddressService {
  constructor(private readonly sealed: SealedCookieService) {}

  /** The cookie of a failed sign-in; none where the page would not show the address. */
  async keep(
    ctx: SessionContext,
    provider: ResolvedProvider | undefined,
    error: AuthError,
  ): Promise<SetCookie[]> {
    const value = provider && isKept(error) ? typedName(ctx, provider) : undefined;
    if (!provider || value === undefined || ctx.config.pages.signIn !== undefined) return [];
    const { name, options } = triedCookie(ctx);
    const sealed = await this.sealed.seal(ctx, name, { provider: provider.id, value }, LIFE);
    return [{ name, value: sealed, options: { ...options, maxAge: LIFE } }];
  }

  /** What the cookie holds. It is cleared, whether it is shown or not. */
  take(ctx: SessionContext): TriedAddress | undefined {
    const definition = triedCookie(ctx);
    const cookie = ctx.cookies.get(definition.name);
    if (cookie === undefined) return undefined;
    ctx.cookies.delete(definition);
    const { provider, value } = this.sealed.open(ctx, definition.name, cookie) ?? {};
    if (typeof provider !== 'string' || typeof value !== 'string') return undefined;
    return { providerId: provider, value };
  }
}

/** Other errors are not about the input, or occur before it is clear that our own form sent it. */
function isKept(error: AuthError): boolean {
  return error instanceof CredentialsSignin || error instanceof EmailSignInError;
}

/** The value of the field that names the person; a code that is the only field is not a name. */
function typedName({ request }: SessionContext, provider: ResolvedProvider): string | undefined {
  const value = request.body?.[nameField(provider) ?? ''];
  const isName = typeof value === 'string' && value !== '' && value.length <= LONGEST;
  return isName && !/\p{Cc}/u.test(value) ? value : undefined;
}

function nameField(provider: ResolvedProvider): string | undefined {
  if (provider.type === 'email') return 'email';
  if (provider.type !== 'credentials' || !namesPerson(provider.credentials)) return undefined;
  return identityField(provider.credentials);
}

/** Named and set like the cookie `state`, as those of mailed links are. */
function triedCookie({ cookieDefinitions: { state } }: SessionContext): CookieDefinition {
  return { name: `${state.name}.tried`, options: state.options };
}
