import { Inject, Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { AdapterUser } from '../adapter/adapter-rows.js';
import type { CompleteAdapter } from '../adapter/complete-adapter.js';
import type { ResolvedAuthConfig } from '../config/resolved-auth-config.js';
import { AccessDenied } from '../errors/sign-in.errors.js';
import type { ActionContext } from '../request/context/action-context.js';
import type { ActionResult } from '../request/context/auth-response.js';
import type { SessionContext } from '../request/context/session-context.js';
import type { JWT } from '../model/jwt.js';
import { isPromiseLike } from '../model/maybe-promise.js';
import { type Active, activeFeatures } from './active-features.js';
import {
  type AccountPageLinks,
  AUTH_FEATURES,
  type AuthFeature,
  type SignInPageLinks,
} from './auth-feature.js';
import { attempt, call, type Filled } from './call-slot.js';
import { deepCopy } from '../model/deep-copy.js';
import { pick } from '../model/pick.js';
import { joinFacts, type SessionFacts } from './session-facts.js';
import type { RemovalReason, Slots, WayChange } from './slots.js';
import type { VerifiedIdentity } from './verified-identity.js';

/** Who is about to sign in. */
interface Identified {
  readonly identity: VerifiedIdentity;
  readonly user: AdapterUser | null;
  readonly after?: string;
}

/** Runs the slots of the features that a configuration uses. See {@link Slots}. */
@Injectable()
export class FeaturesService {
  private readonly known = new WeakMap<ResolvedAuthConfig, Active>();

  constructor(
    @Inject(AUTH_FEATURES) private readonly features: readonly AuthFeature[],
    private readonly moduleRef: ModuleRef,
  ) {}

  /**
   * Checks what the features of a configuration need.
   * @throws {InvalidConfiguration} that names everything that is missing
   */
  assertReady(config: ResolvedAuthConfig): void {
    this.of(config);
  }

  /** Returns the endpoints that the sign-in page links to. */
  links(config: ResolvedAuthConfig): SignInPageLinks {
    return this.of(config).links;
  }

  /** Returns the endpoints that the account page links to. */
  accountLinks(config: ResolvedAuthConfig): AccountPageLinks {
    return this.of(config).accountLinks;
  }

  /** Returns the claims that only features set. */
  claims(config: ResolvedAuthConfig): readonly string[] {
    return this.of(config).claims;
  }

  /** Returns what a session keeps when it continues under a new token. */
  kept(config: ResolvedAuthConfig, { claims, columns }: SessionFacts): SessionFacts {
    const active = this.of(config);
    return {
      ...(claims && { claims: pick<JWT>(claims, active.claims) }),
      ...(columns && { columns: pick(columns, active.columns) }),
    };
  }

  /**
   * Returns what verifies a sign-in in place of `authorize`, and throws to refuse it; undefined if no
   * feature does.
   * @param name - the feature of the provider
   */
  verifier(
    ctx: ActionContext,
    name: string | undefined,
  ): (() => Promise<VerifiedIdentity | ActionResult>) | undefined {
    const filled = this.of(ctx.config).slots.verifying.find(({ feature }) => feature === name);
    return filled && (() => call(ctx, 'verifying', filled, (slot) => slot.run(ctx)));
  }

  /** Whether a sign-in may be suspended. */
  maySuspend(config: ResolvedAuthConfig): boolean {
    return this.of(config).slots.identified.length > 0;
  }

  /**
   * Asks the features whether the sign-in has to wait.
   * @param after - the feature for which it waited already, with those before it
   * @returns the response of the first one that suspends it, and its name
   * @throws whatever a feature throws, to refuse the sign-in
   */
  async identified(
    ctx: ActionContext,
    { identity, user, after }: Identified,
  ): Promise<{ by: string; response: ActionResult } | undefined> {
    const filled = this.of(ctx.config).slots.identified;
    const passed = filled.findIndex(({ feature }) => feature === after) + 1;
    for (const one of filled.slice(passed)) {
      const copy = deepCopy({ identity, user });
      const response = await call(ctx, 'identified', one, (slot) =>
        slot.run(ctx, copy.identity, copy.user),
      );
      if (response) return { by: one.feature, response };
    }
    return undefined;
  }

  /** @throws whatever a feature throws, to refuse the sign-in */
  async opening(
    ctx: ActionContext,
    identity: VerifiedIdentity,
    user: AdapterUser | null,
  ): Promise<SessionFacts> {
    let facts: SessionFacts = {};
    for (const filled of this.of(ctx.config).slots.opening) {
      const copy = deepCopy({ identity, user });
      const added = await call(ctx, 'opening', filled, (slot) =>
        slot.run(ctx, copy.identity, copy.user),
      );
      if (added) facts = joinFacts(facts, keptBy(filled, added));
    }
    return facts;
  }

  /** Never rejects. */
  async opened(ctx: ActionContext, identity: VerifiedIdentity, userId: string): Promise<void> {
    for (const filled of this.of(ctx.config).slots.opened) {
      await attempt(ctx, 'opened', filled, (slot) => slot.run(ctx, deepCopy(identity), userId));
    }
  }

  /** Never rejects. */
  async failed(ctx: ActionContext, identity: VerifiedIdentity, error: Error): Promise<void> {
    for (const filled of this.of(ctx.config).slots.failed) {
      await attempt(ctx, 'failed', filled, (slot) => slot.run(ctx, deepCopy(identity), error));
    }
  }

  /** Whether a session that is read has to be checked with {@link isAlive}. */
  reads(config: ResolvedAuthConfig, facts: SessionFacts): boolean {
    return this.of(config).slots.alive.some(({ slot }) => reads(slot, facts));
  }

  /** Checks a session that is read. @throws if a feature could not check it */
  async isAlive(ctx: SessionContext, facts: SessionFacts): Promise<boolean> {
    for (const filled of this.of(ctx.config).slots.alive) {
      if (!reads(filled.slot, facts)) continue;
      const copy = deepCopy(facts);
      if (!(await call(ctx, 'alive', filled, (slot) => slot.run(ctx, copy)))) return false;
    }
    return true;
  }

  /** Checks a session that is opened. @throws {AuthError} if it is over, or a feature fails */
  async assertAlive(ctx: SessionContext, facts: SessionFacts): Promise<void> {
    for (const filled of this.of(ctx.config).slots.alive) {
      if (await call(ctx, 'alive', filled, (slot) => slot.run(ctx, deepCopy(facts)))) continue;
      const refusal = filled.slot.refusal?.(facts);
      throw refusal ?? new AccessDenied(`feature \`${filled.feature}\`: the session has ended`);
    }
  }

  /** @returns the second half of a sign-out, which never rejects. @throws if a feature does */
  async ending(ctx: ActionContext): Promise<() => Promise<ActionResult | undefined>> {
    const rest: (() => Promise<ActionResult | undefined>)[] = [];
    for (const filled of this.of(ctx.config).slots.ending) {
      const later = await call(ctx, 'ending', filled, (slot) => slot.begin(ctx));
      if (later) rest.unshift(() => attempt(ctx, 'ending', filled, later));
    }
    return async () => {
      let answer: ActionResult | undefined;
      for (const later of rest) {
        const given = await later();
        answer ??= given;
      }
      return answer;
    };
  }

  /** @returns the second half of a removal, which never rejects. @throws if a feature does */
  async removing(
    ctx: ActionContext,
    adapter: CompleteAdapter,
    userId: string,
    reason: RemovalReason = 'proof',
  ): Promise<() => Promise<void>> {
    const rest: (() => Promise<void>)[] = [];
    for (const filled of this.of(ctx.config).slots.removing) {
      const later = await call(ctx, 'removing', filled, (slot) =>
        slot.begin(ctx, adapter, userId, reason),
      );
      if (later) rest.unshift(() => attempt(ctx, 'removing', filled, later));
    }
    return async () => {
      for (const later of rest) await later();
    };
  }

  /** Returns the names of the features by which a user can sign in. @throws if one fails */
  async ways(ctx: SessionContext, userId: string): Promise<string[]> {
    const names: string[] = [];
    for (const filled of this.of(ctx.config).slots.way) {
      const has = await call(ctx, 'way', filled, (slot) => slot.has(ctx, userId));
      if (has === true) names.push(filled.feature);
    }
    return names;
  }

  /** Returns what each feature adds to the export of a user, by its name. @throws if one fails */
  async exports(ctx: SessionContext, user: AdapterUser): Promise<Record<string, object>> {
    const added: [string, object][] = [];
    for (const filled of this.of(ctx.config).slots.exporting) {
      const given = await call(ctx, 'exporting', filled, (slot) => slot.run(ctx, user));
      if (given) added.push([filled.feature, given]);
    }
    return Object.fromEntries(added);
  }

  /** Reports that a way to sign in was added or removed. Never rejects. */
  async wayChanged(ctx: SessionContext, change: WayChange): Promise<void> {
    for (const filled of this.of(ctx.config).slots.wayChanged) {
      await attempt(ctx, 'wayChanged', filled, (slot) => slot.run(ctx, deepCopy(change)));
    }
  }

  private of(config: ResolvedAuthConfig): Active {
    const known = this.known.get(config);
    if (known) return known;
    const active = activeFeatures(this.features, config, (type) => this.moduleRef.get(type));
    this.known.set(config, active);
    return active;
  }
}

/** Returns what the feature may add: no claim and no column of core or of another feature. */
function keptBy({ claims, columns }: Filled<'opening'>, added: SessionFacts): SessionFacts {
  return {
    claims: pick<JWT>({ ...added.claims }, claims),
    columns: pick({ ...added.columns }, columns),
  };
}

/** Whether a session has to be checked; yes if the feature returns a promise by mistake. */
function reads(slot: Slots['alive'], facts: SessionFacts): boolean {
  const answer: unknown = slot.reads(facts);
  if (isPromiseLike(answer)) void Promise.resolve(answer).catch(() => undefined);
  return answer !== false;
}
