import { Inject, Injectable } from '@nestjs/common';
import { InvalidProvider } from '../errors/internal.errors.js';
import type { ResolvedProvider } from '../provider/resolved-provider.js';
import { SIGN_IN_FLOWS, type SignInFlow } from './sign-in-flow.port.js';

/** Finds the flow of a provider. */
@Injectable()
export class SignInFlowsService {
  constructor(@Inject(SIGN_IN_FLOWS) private readonly flows: readonly SignInFlow[]) {}

  /** @throws {InvalidProvider} without a provider */
  get(provider: ResolvedProvider | undefined): SignInFlow {
    const flow = provider && this.flows.find(({ types }) => types.includes(provider.type));
    if (!flow) throw new InvalidProvider('the path must name a provider');
    return flow;
  }
}
