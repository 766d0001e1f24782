import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../exchange/auth-context.js';
import type { SessionFacts } from '../feature/session-facts.js';
import type { Slots } from '../feature/slots.js';
import type { VerifiedIdentity } from '../feature/verified-identity.js';
import { idTokenOf, providerFacts, sessionFacts } from './provider-facts.js';

type Opening = Slots['opening'];

/** Notes with a session which session at the provider it belongs to. */
@Injectable()
export class FactsAtSignInService implements Opening {
  run({ config }: AuthContext, identity: VerifiedIdentity): SessionFacts | undefined {
    const facts = providerFacts(config, idTokenOf(identity));
    return facts && sessionFacts(facts);
  }
}
