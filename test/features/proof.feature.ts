import type { AuthFeature } from '@authnest/core';
import {
  type Action,
  type ActionContext,
  ChallengesService,
  GET,
  type IssuedChallenge,
  jsonOf,
  mailSubject,
  POST,
} from '@authnest/core/feature';
import { Injectable } from '@nestjs/common';

/** What would have been mailed, newest first. */
export const issued: IssuedChallenge[] = [];

const field = ({ request }: ActionContext, name: string): string | undefined => {
  const value = (request.method === 'GET' ? request.query : request.body)?.[name];
  return typeof value === 'string' ? value : undefined;
};

@Injectable()
class Ask implements Action {
  constructor(private readonly challenges: ChallengesService) {}

  async run(ctx: ActionContext) {
    const email = field(ctx, 'email') ?? '';
    const code = field(ctx, 'code');
    issued.unshift(
      await this.challenges.issue(ctx, {
        purpose: field(ctx, 'purpose') ?? 'proof',
        subject: mailSubject(email),
        data: { email, since: new Date(Date.now()) },
        ...((code === 'digits' || code === 'letters') && { code }),
      }),
    );
    return jsonOf({});
  }
}

@Injectable()
class FollowLink implements Action {
  constructor(private readonly challenges: ChallengesService) {}

  async run(ctx: ActionContext) {
    return jsonOf(await this.challenges.keep(ctx, 'proof', field(ctx, 'token') ?? ''));
  }
}

@Injectable()
class Look implements Action {
  constructor(private readonly challenges: ChallengesService) {}

  async run(ctx: ActionContext) {
    return jsonOf(await this.challenges.look(ctx, 'proof'));
  }
}

@Injectable()
class Redeem implements Action {
  constructor(private readonly challenges: ChallengesService) {}

  async run(ctx: ActionContext) {
    const proof = { token: field(ctx, 'token'), code: field(ctx, 'code') };
    const purpose = field(ctx, 'purpose') ?? 'proof';
    return jsonOf(await this.challenges.redeem(ctx, purpose, proof));
  }
}

@Injectable()
class EndAll implements Action {
  constructor(private readonly challenges: ChallengesService) {}

  async run(ctx: ActionContext) {
    await this.challenges.end(ctx, mailSubject(field(ctx, 'email') ?? ''), 'proof');
    return jsonOf({});
  }
}

const described = { summary: 'A proof', responses: { 200: 'What was found' } };

/** Mails links and codes, without the mail. */
export const proof: AuthFeature = {
  name: 'proof',
  routes: [
    { ...POST, ...described, name: 'proofAsk', path: 'proof/ask', run: Ask },
    { ...GET, ...described, name: 'proofLink', path: 'proof/link', run: FollowLink },
    { ...GET, ...described, name: 'proofLook', path: 'proof/look', run: Look },
    { ...POST, ...described, name: 'proofRedeem', path: 'proof/redeem', run: Redeem },
    { ...POST, ...described, name: 'proofEnd', path: 'proof/end', run: EndAll },
  ],
};
