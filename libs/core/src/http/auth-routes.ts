import { Inject, Injectable } from '@nestjs/common';
import { CsrfAction } from '../csrf/csrf.action.js';
import { VerifyRequestPageAction } from '../email/verify-request.action.js';
import type { Action } from '../exchange/action.port.js';
import type { AuthPath } from '../exchange/auth-path.js';
import type { AuthAction } from '../model/auth-action.js';
import { ErrorPageAction, SignInPageAction, SignOutPageAction } from '../pages/pages.action.js';
import { SessionAction } from '../session/session.action.js';
import { UpdateSessionAction } from '../session/update-session.action.js';
import { CallbackAction } from '../sign-in/callback.action.js';
import { ProvidersAction } from '../sign-in/providers.action.js';
import { SignInAction } from '../sign-in/sign-in.action.js';
import { SignOutAction } from '../sign-out/sign-out.action.js';
import { WebAuthnOptionsAction } from '../webauthn/webauthn-options.action.js';

/** One row: what runs, and what it asks of the request. */
export interface AuthRoute {
  readonly run: Action;
  /** `flow`: the provider's kind decides. */
  readonly csrf: 'none' | 'required' | 'flow';
  /** Whether the answer carries the cookies that are due. */
  readonly cookies: 'attach' | 'none';
  /** HEAD answers an empty 200 where running would change something. */
  readonly head: 'run' | 'empty';
}

/** Which endpoint answers what. */
@Injectable()
export class AuthRoutes {
  private readonly table: Readonly<Record<'GET' | 'POST', Partial<Record<AuthAction, AuthRoute>>>>;

  // One parameter for each endpoint: a missing one fails at start and not at the first request.
  constructor(
    @Inject(CsrfAction) csrf: Action,
    @Inject(ProvidersAction) providers: Action,
    @Inject(SessionAction) session: Action,
    @Inject(UpdateSessionAction) updateSession: Action,
    @Inject(SignInAction) signIn: Action,
    @Inject(CallbackAction) callback: Action,
    @Inject(SignOutAction) signOut: Action,
    @Inject(SignInPageAction) signInPage: Action,
    @Inject(SignOutPageAction) signOutPage: Action,
    @Inject(ErrorPageAction) errorPage: Action,
    @Inject(VerifyRequestPageAction) verifyRequestPage: Action,
    @Inject(WebAuthnOptionsAction) webAuthnOptions: Action,
  ) {
    this.table = {
      GET: {
        callback: { run: callback, csrf: 'none', cookies: 'attach', head: 'empty' },
        csrf: page(csrf),
        error: page(errorPage),
        providers: { ...page(providers), cookies: 'none' },
        session: page(session),
        signin: page(signInPage),
        signout: page(signOutPage),
        'verify-request': page(verifyRequestPage),
        'webauthn-options': page(webAuthnOptions),
      },
      POST: {
        callback: { run: callback, csrf: 'flow', cookies: 'attach', head: 'empty' },
        session: { run: updateSession, csrf: 'required', cookies: 'attach', head: 'empty' },
        signin: { run: signIn, csrf: 'required', cookies: 'attach', head: 'empty' },
        signout: { run: signOut, csrf: 'required', cookies: 'attach', head: 'empty' },
      },
    };
  }

  /** @returns undefined where the action does not answer to the method */
  find(method: string, { action }: AuthPath): AuthRoute | undefined {
    return this.table[method === 'POST' ? 'POST' : 'GET'][action];
  }
}

function page(run: Action): AuthRoute {
  return { run, csrf: 'none', cookies: 'attach', head: 'run' };
}
