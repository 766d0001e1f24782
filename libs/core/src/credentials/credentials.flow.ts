import { Injectable } from '@nestjs/common';
import { AuthError } from '../errors/auth.error.js';
import { CallbackRouteError, InvalidProvider } from '../errors/internal.errors.js';
import { CredentialsSignin, UserChanged } from '../errors/sign-in.errors.js';
import { toError } from '../errors/to-error.js';
import { actionUrl } from '../request/redirects/request-urls.js';
import type { ActionContext } from '../request/context/action-context.js';
import { type ActionResult, redirectTo } from '../request/context/auth-response.js';
import { lazyWebRequest } from '../request/platform/lazy-web-request.js';
import { withOpening } from '../request/context/opening-requests.js';
import { toWebRequest } from '../request/redirects/to-web-request.js';
import { LimitsService } from '../limits/limits.service.js';
import { idFault } from '../model/id-fault.js';
import type { AuthorizedUser } from '../provider/credentials-provider.js';
import { callUser } from '../model/call-user.js';
import type { ResolvedCredentialsProvider } from '../provider/resolved-provider.js';
import { FeaturesService } from '../feature-port/features.service.js';
import type { VerifiedIdentity } from '../feature-port/verified-identity.js';
import type { SignInFlow } from '../sign-in/sign-in-flow.port.js';
import { assertTexts } from './assert-texts.js';
import { type CredentialsForm, parseCredentialsForm } from './credentials.form.js';
import { assertName, attemptedIdentity, attemptedName, isName } from './attempted-name.js';
import { refusalOf } from './refusal-of.js';

/** Sign-in with credentials that a user has entered. @see docs/design/wire-contract.md 7.4 */
@Injectable()
export class CredentialsFlow implements SignInFlow {
  readonly types = ['credentials'] as const;
  readonly callbackCsrf = 'required';

  constructor(
    private readonly limits: LimitsService,
    private readonly features: FeaturesService,
  ) {}

  /** Redirects to the page with the form, which posts to the callback. */
  async start(ctx: ActionContext): Promise<ActionResult> {
    return redirectTo(actionUrl(ctx, 'signin'));
  }

  async verify(ctx: ActionContext): Promise<VerifiedIdentity | ActionResult> {
    const { provider, request } = ctx;
    if (provider?.type !== 'credentials' || request.method !== 'POST') {
      throw new InvalidProvider('sign-in with credentials requires POST');
    }
    const verifier = this.features.verifier(ctx, provider.config.feature);
    return verifier ? verifier() : this.authorized(ctx, provider);
  }

  /** Returns the user whom `authorize` finds. */
  private async authorized(
    ctx: ActionContext,
    provider: ResolvedCredentialsProvider,
  ): Promise<VerifiedIdentity> {
    const { request } = ctx;
    const credentials = parseCredentialsForm(request.body);
    const name = attemptedName(provider, credentials);
    // A name that is refused is counted for its network only: it may have a million characters.
    const identifier = name !== undefined && isName(name) ? name : undefined;
    const identity = attemptedIdentity(provider, credentials);
    const attempt = { work: 'credentials', identifier, identity } as const;
    const check = () =>
      this.limits.attempt(ctx, attempt, async () => {
        assertName(name);
        return this.authorize(ctx, provider, credentials);
      });
    const identify = async (): Promise<VerifiedIdentity> => {
      const found = await check();
      const id = idOf(found, provider.id);
      assertTexts(found, provider.id);
      return {
        user: { ...found, id },
        account: { provider: provider.id, providerAccountId: id, type: 'credentials' },
        credentials,
        address: addressOf(found),
      };
    };
    const first = await identify();
    const verifyAgain = async (): Promise<VerifiedIdentity> => {
      const next = await identify();
      if (next.user.id === first.user.id) return next;
      throw new UserChanged('authorize returned another user than before');
    };
    return { ...first, verifyAgain };
  }

  private async authorize(
    ctx: ActionContext,
    provider: ResolvedCredentialsProvider,
    credentials: CredentialsForm,
  ): Promise<AuthorizedUser> {
    const user = await this.callAuthorize(ctx, provider, credentials);
    if (!user)
      throw new CredentialsSignin(`authorize returned no user${lacking(provider, credentials)}`);
    if (typeof user !== 'object') {
      throw new CallbackRouteError('authorize must return a user object or null', {
        provider: provider.id,
      });
    }
    return user;
  }

  /** Rethrows our own errors, translates those that refuse, and wraps others. */
  private async callAuthorize(
    ctx: ActionContext,
    provider: ResolvedCredentialsProvider,
    credentials: CredentialsForm,
  ): Promise<AuthorizedUser | null> {
    try {
      return await callUser(ctx.config, 'authorize', () =>
        provider.authorize(credentials, requestFor(ctx, provider, credentials)),
      );
    } catch (thrown) {
      if (thrown instanceof AuthError && thrown.type !== 'Timeout') throw thrown;
      const refusal = refusalOf(thrown);
      if (refusal) throw refusal;
      const err = toError(thrown);
      throw new CallbackRouteError('authorize failed', { err, provider: provider.id });
    }
  }
}

/** Names the declared fields that a client did not send: it may use other names. */
function lacking(
  { credentials: declared }: ResolvedCredentialsProvider,
  sent: CredentialsForm,
): string {
  const missing = Object.keys(declared).filter((name) => !sent[name]);
  if (missing.length === 0) return '';
  const names = missing.map((name) => `\`${name}\``).join(', ');
  return `; the request has no ${names}, which \`credentials\` of the provider declares`;
}

/** Returns what the application says about the address of a user; undefined if it says nothing. */
function addressOf(found: object): VerifiedIdentity['address'] {
  if (!('emailVerified' in found) || found.emailVerified === undefined) return undefined;
  const isVerified = found.emailVerified === true || found.emailVerified instanceof Date;
  return isVerified ? 'verified' : 'unverified';
}

/** Returns the `request` for `authorize`; lazy if the function does not declare the parameter. */
function requestFor(
  ctx: ActionContext,
  { authorize }: ResolvedCredentialsProvider,
  credentials: CredentialsForm,
): Request {
  // `authorize` may change its object, but the request must contain what the user entered.
  const form = { ...credentials };
  const make = () => toWebRequest(ctx, form);
  return withOpening(authorize.length < 2 ? lazyWebRequest(make) : make(), ctx);
}

/**
 * Returns the id of a user, which is never invented: an empty look-up result would otherwise open a
 * session without a user.
 * @throws {CallbackRouteError} for a user without a usable id
 * @see docs/design/security-bar.md F14
 */
function idOf({ id }: { id?: unknown }, provider: string): string {
  const fault = idFault(id);
  if (fault === undefined) return String(id);
  throw new CallbackRouteError(
    `authorize must return a user with an \`id\`: expected a string or a safe integer, got ${fault}`,
    { provider },
  );
}
