import { Injectable } from '@nestjs/common';
import type { AuthError } from '../../errors/auth.error.js';
import { OAuthCallbackError } from '../../errors/sign-in.errors.js';
import type { SessionContext } from '../../request/context/session-context.js';
import type { SessionFacts } from '../../feature-port/session-facts.js';
import type { Slots } from '../../feature-port/slots.js';
import { factsOf } from './session-at-provider.js';
import { LogoutMarksService } from './logout-marks.service.js';

type Alive = Slots['alive'];

/** Ends sessions that their provider has ended. A notice deletes stored ones itself. */
@Injectable()
export class EndedAtProviderService implements Alive {
  constructor(private readonly marks: LogoutMarksService) {}

  reads({ claims }: SessionFacts): boolean {
    return claims !== undefined && factsOf({ claims }) !== undefined;
  }

  async run({ config }: SessionContext, facts: SessionFacts): Promise<boolean> {
    return !(await this.marks.hasEnded(config, factsOf(facts)));
  }

  refusal(facts: SessionFacts): AuthError {
    const provider = factsOf(facts)?.provider;
    return new OAuthCallbackError('the provider has already ended the session', { provider });
  }
}
