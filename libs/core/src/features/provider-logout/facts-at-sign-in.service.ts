import { Injectable } from '@nestjs/common';
import type { ActionContext } from '../../request/context/action-context.js';
import type { SessionFacts } from '../../feature-port/session-facts.js';
import type { Slots } from '../../feature-port/slots.js';
import type { VerifiedIdentity } from '../../feature-port/verified-identity.js';
import { idTokenOf, sessionAtProvider, sessionFacts } from './session-at-provider.js';

type Opening = Slots['opening'];

/** Notes with a session which session at the provider it belongs to. */
@Injectable()
export class FactsAtSignInService implements Opening {
  run({ config }: ActionContext, identity: VerifiedIdentity): SessionFacts | undefined {
    const facts = sessionAtProvider(config, idTokenOf(identity));
    return facts && sessionFacts(facts);
  }
}
