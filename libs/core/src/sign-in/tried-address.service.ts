import { Injectable } from '@nestjs/common';
import type { CookieDefinition } from '../cookies/cookie-definition.js';
import type { AuthError } from '../errors/auth.error.js';
import {
  AccountNotLinked,
  CredentialsSignin,
  EmailSignInError,
  RateLimited,
} from '../errors/sign-in.errors.js';
import type { SetCookie } from '../cookies/cookie-jar.js';
import { SealedCookieService } from '../request/context/sealed-cookie.service.js';
import type { SessionContext } from '../request/context/session-context.js';
import { identityField, namesPerson } from '../provider/identity-field.js';
import type { ResolvedProvider } from '../provider/resolved-provider.js';

/** The address that a user entered in a sign-in that failed. */
export interface TriedAddress {
  readonly providerId: string;
  /** As typed, untrusted; never a password. */
  readonly value?: string;
  /** Id of a new passkey that was refused, in base64url. */
  readonly passkey?: string;
}

/** Lifetime of the cookie, in seconds: the page that the browser is redirected to reads it. */
const LIFE = 120;

/** Longest address, in characters. @see RFC 5321 section 4.5.3.1.3 */
const LONGEST = 254;

/**
 * Passes an address from the form that failed to the page that shows it again. The redirect does
 * not contain the address, since URLs end up in logs and histories; a sealed cookie does, once.
 * @see docs/design/security-bar.md C10, I04
 */
@Injectable()
export class TriedAddressService {
  constructor(private readonly sealed: SealedCookieService) {}

  /** Returns the cookie for a failed sign-in; none if the page would not show the address. */
  async keep(
    ctx: SessionContext,
    provider: ResolvedProvider | undefined,
    error: AuthError,
  ): Promise<SetCookie[]> {
    const value = provider && isKept(error) ? typedName(ctx, provider) : undefined;
    const passkey = error instanceof AccountNotLinked ? error.unknownPasskey : undefined;
    if (!provider || (value ?? passkey) === undefined) return [];
    if (ctx.config.pages.signIn !== undefined) return [];
    const { name, options } = triedCookie(ctx);
    const sealed = await this.sealed.seal(
      ctx,
      name,
      { provider: provider.id, value, passkey },
      LIFE,
    );
    return [{ name, value: sealed, options: { ...options, maxAge: LIFE } }];
  }

  /** Returns the content of the cookie, and clears it whether or not the address is shown. */
  take(ctx: SessionContext): TriedAddress | undefined {
    const definition = triedCookie(ctx);
    const cookie = ctx.cookies.get(definition.name);
    if (cookie === undefined) return undefined;
    ctx.cookies.delete(definition);
    const { provider, value, passkey } = this.sealed.open(ctx, definition.name, cookie) ?? {};
    if (typeof provider !== 'string') return undefined;
    return { providerId: provider, value: textOf(value), passkey: textOf(passkey) };
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Other errors do not concern the input, or occur before it is clear that our form sent it. */
function isKept(error: AuthError): boolean {
  return (
    error instanceof CredentialsSignin ||
    error instanceof EmailSignInError ||
    error instanceof RateLimited
  );
}

/** Returns the value of the field that names the user; a code as the only field is not a name. */
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

/** The cookie has a name and attributes like those of `state`, as the cookies of links do. */
function triedCookie({ cookieDefinitions: { state } }: SessionContext): CookieDefinition {
  return { name: `${state.name}.tried`, options: state.options };
}
