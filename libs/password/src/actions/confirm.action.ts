import { randomUUID } from 'node:crypto';
import { type AdapterUser, EventsService } from '@authnest/core';
import {
  type Action,
  type ActionContext,
  type ActionResult,
  actionUrl,
  ChallengesService,
  formFields,
  formPage,
  type FoundChallenge,
  isProven,
  jsonOf,
  LimitsService,
  mailSubject,
  maskAddress,
  redirectTo,
  refusedForm,
  SignInService,
  userOfAddress,
  wantsJson,
} from '@authnest/core/feature';
import { Injectable } from '@nestjs/common';
import { AddressProofService } from '../address-proof.service.js';
import { ChosenPasswordsService } from '../chosen-passwords.service.js';
import { assertMayRegister } from '../fields/may-register.js';
import { ownOnly, parseFields } from '../fields/parse-fields.js';
import { identityOf, withProvider } from '../identity-of.js';
import { textsOf } from '../texts/texts-of.js';
import {
  codePage,
  elsewherePage,
  herePage,
  knownPage,
  registerPage,
} from '../pages/registration.pages.js';
import { deadLinkPage } from '../pages/reset.pages.js';
import { redeemCounted } from '../redeem-counted.js';
import type { Registering } from '../registering.js';
import { adapterOf } from '../store/store-of.js';

type Found = FoundChallenge<Registering>;

/** GET password/confirm: keeps the token of a link in a cookie, and asks. Uses nothing up. */
@Injectable()
export class ConfirmPageAction implements Action {
  constructor(private readonly challenges: ChallengesService) {}

  async run(ctx: ActionContext): Promise<ActionResult> {
    const { token } = ctx.request.query;
    if (token !== undefined) {
      const kept = await this.challenges.keep<Registering>(ctx, 'register', token);
      return kept ? redirectTo(actionUrl(ctx, 'password/confirm')) : dead(ctx);
    }
    const found = await this.challenges.look<Registering>(ctx, 'register');
    if (!found) return dead(ctx);
    if (!found.isProven) return formPage(ctx, codePage(ctx));
    const address = maskAddress(found.data.email);
    return formPage(
      ctx,
      needsPassword(found)
        ? elsewherePage(ctx, address, { given: givenBy(found) })
        : herePage(ctx, address),
    );
  }
}

/**
 * POST password/confirm: stores the user, whose address is proven by the link or the code, and signs
 * in. In another browser than the one that registered, the password that was typed there is dropped,
 * or a stranger's password would ride on the owner's click.
 */
@Injectable()
export class ConfirmAction implements Action {
  constructor(
    private readonly passwords: ChosenPasswordsService,
    readonly challenges: ChallengesService,
    readonly limits: LimitsService,
    private readonly proofs: AddressProofService,
    private readonly signIns: SignInService,
    private readonly events: EventsService,
  ) {}

  async run(ctx: ActionContext): Promise<ActionResult> {
    const { code, password = '', ...others } = formFields(ctx);
    const found = await this.challenges.look<Registering>(ctx, 'register');
    if (!found || (!found.isProven && code === undefined)) return dead(ctx);
    const { email } = found.data;
    let { hash } = found.data;
    const isElsewhere = found.isProven && needsPassword(found);
    const given = givenBy(found);
    const fields = ownOnly(ctx, isElsewhere ? { ...others, ...given } : found.data.fields);
    const parsed = await parseFields(ctx, fields);
    if (parsed.fault) {
      const { issues } = parsed.fault;
      const page = isElsewhere
        ? elsewherePage(ctx, maskAddress(email), { issues, fields, given })
        : registerPage(ctx, { email, issues, fields });
      return refusedForm(ctx, page, { error: 'InvalidFields', ...parsed.fault });
    }
    if (isElsewhere) {
      // What was approved there may be another person's.
      if (!isInvited(found)) {
        await assertMayRegister(ctx, this.limits, { email, fields: parsed.value });
      }
      const weak = await this.passwords.weakness(ctx, password, { email, name: fields['name'] });
      if (weak) {
        const page = elsewherePage(ctx, maskAddress(email), { weak, fields, given });
        return refusedForm(ctx, page, { error: 'WeakPassword', code: weak });
      }
    }
    const proof = found.isProven ? undefined : code;
    const before = async (): Promise<void> => {
      if (isElsewhere) hash = await this.passwords.hash(ctx, password);
    };
    const redemption = { purpose: 'register', email, code: proof, before } as const;
    if (!(await redeemCounted<Registering>(ctx, this, redemption))) {
      if (found.isProven) return dead(ctx);
      return refusedForm(ctx, codePage(ctx, textsOf(ctx).wrongCode), { error: 'InvalidCode' });
    }
    if (hash === undefined) return known(ctx);
    const newcomer = {
      ...parsed.value,
      id: randomUUID(),
      email,
      emailVerified: new Date(Date.now()),
    };
    const elsewhere = await this.signIns.ask(withProvider(ctx), identityOf(newcomer));
    if (elsewhere) return elsewhere;
    const user = await this.register(ctx, newcomer, hash);
    if (!user) return known(ctx);
    const identity = this.passwords.identity(ctx, user, hash);
    return this.signIns.complete(withProvider(ctx), identity);
  }

  /** @returns null if the address has a user by now */
  private async register(
    ctx: ActionContext,
    newcomer: AdapterUser,
    hash: string,
  ): Promise<AdapterUser | null> {
    const created = await createUser(ctx, newcomer);
    const user = created ?? (await this.takeOver(ctx, newcomer));
    if (!user) return null;
    // One that is there is of somebody who only typed the address, and is about to be taken back.
    await this.passwords.store(ctx, user.id, { hash });
    await this.challenges.end(ctx, mailSubject(newcomer.email), 'register');
    await this.events.emit(ctx, created ? 'createUser' : 'updateUser', { user });
    return user;
  }

  /**
   * Takes over the user of somebody who only typed the address, as a mailed link to sign in does.
   * @returns null if the address was proven
   */
  private async takeOver(
    ctx: ActionContext,
    { email, ...fields }: AdapterUser,
  ): Promise<AdapterUser | null> {
    const adapter = adapterOf(ctx.config);
    const typer = await userOfAddress(adapter, email);
    if (!typer || (await isProven(adapter, typer))) return null;
    await this.proofs.prove(ctx, typer);
    return adapter.updateUser({ ...fields, id: typer.id });
  }
}

/** @returns null if the address is taken */
async function createUser(
  { config }: ActionContext,
  user: AdapterUser,
): Promise<AdapterUser | null> {
  const adapter = adapterOf(config);
  // A unique key tells spellings apart: another system may have stored the address in capitals.
  if (await userOfAddress(adapter, user.email)) return null;
  if (adapter.has('registerUser')) return adapter.registerUser({ user });
  try {
    return await adapter.createUser(user);
  } catch (thrown) {
    // Adapters do not say why they refuse.
    if (await userOfAddress(adapter, user.email)) return null;
    throw thrown;
  }
}

/** Whether a password has to be chosen here: none was, or it was in another browser. */
function needsPassword(found: Found): boolean {
  return !found.isHere || isInvited(found);
}

function isInvited({ data }: Found): boolean {
  return data.hash === undefined;
}

/** Returns the fields that an invitation has set, which the person cannot change. */
function givenBy(found: Found): Readonly<Record<string, string>> {
  return isInvited(found) ? found.data.fields : {};
}

function dead(ctx: ActionContext): ActionResult {
  if (wantsJson(ctx.request)) return jsonOf({ error: 'Verification' }, 400);
  return formPage(ctx, deadLinkPage(ctx, 'password/register'), 403);
}

function known(ctx: ActionContext): ActionResult {
  if (wantsJson(ctx.request)) return jsonOf({ error: 'AlreadyRegistered' }, 409);
  return formPage(ctx, knownPage(ctx), 409);
}
