import { Inject, Injectable } from '@nestjs/common';
import { AuthError } from '../errors/auth.error.js';
import { InvalidProvider } from '../errors/internal.errors.js';
import type { Account } from '../model/account.js';
import type { ResolvedProvider } from '../provider/resolved-provider.js';
import { SIGN_IN_ACCOUNTS, type SignInAccounts } from './sign-in-accounts.port.js';
import { SIGN_IN_FLOWS, type SignInFlow } from './sign-in-flow.port.js';

/** Finds the flow and the accounts service for a provider by its type. */
@Injectable()
export class SignInFlowsService {
  constructor(
    @Inject(SIGN_IN_FLOWS) private readonly flows: readonly SignInFlow[],
    @Inject(SIGN_IN_ACCOUNTS) private readonly accounts: readonly SignInAccounts[],
  ) {}

  /** @throws {InvalidProvider} if there is no provider */
  get(provider: ResolvedProvider | undefined): SignInFlow {
    const flow = provider && this.flows.find(({ types }) => types.includes(provider.type));
    if (!flow) throw new InvalidProvider('the path must name a provider');
    return flow;
  }

  /** @throws {AuthError} if no accounts service supports the type: each flow needs one */
  accountsOf({ type }: Account): SignInAccounts {
    const accounts = this.accounts.find(({ types }) => types.includes(type));
    if (!accounts) throw new AuthError(`no accounts for providers of the type \`${type}\``);
    return accounts;
  }
}
