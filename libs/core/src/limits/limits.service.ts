import { Injectable } from '@nestjs/common';
import { KeyringService } from '../crypto/keyring.service.js';
import { RateLimited } from '../errors/sign-in.errors.js';
import type { ActionContext } from '../request/context/action-context.js';
import type { AttemptOptions } from './attempt-options.js';
import { type Buckets, bucketsOf } from './buckets.js';
import { ClientNetworkService } from './client-network.service.js';
import { type LimiterSet, memoryLimiters } from './limiter-set.js';
import { SharedLimiters } from './shared-limiters.js';
import { wasChecked } from './was-checked.js';

/** An attempt in progress. */
interface Counted {
  succeeded(): Promise<void>;
  /** Gives the attempt back. */
  unchecked(): Promise<void>;
  /** Also counts the attempt across all networks, if `spare` has delayed that. */
  failed(): Promise<void>;
}

/** How and where an attempt was counted. */
interface CountedAt {
  /** Whether it was not counted across all networks. */
  readonly spared: boolean;
  /** A store that was unavailable has no count to undo. */
  readonly place: LimiterSet;
  /** In seconds. */
  readonly window: number;
}

/** How many times as much a /56 of IPv6 may try as one of its 256 networks. */
const WIDER = 4;

/** Salt of the key whose thumbprint separates applications. */
const PURPOSE = 'authnest.limits';

/**
 * Slows down guessing: by network, by identifier, and by both.
 * @see docs/limits.md; docs/design/security-bar.md F10, F16, A22
 */
@Injectable()
export class LimitsService {
  private readonly memory = memoryLimiters();
  private readonly byStore = new WeakMap<object, SharedLimiters>();

  constructor(
    private readonly keyrings: KeyringService,
    private readonly networks: ClientNetworkService,
  ) {}

  /**
   * Makes an attempt. It is counted first, and the count is undone if it succeeds, or could not be
   * checked.
   * @throws {RateLimited} if it has to wait, without calling `work`; else whatever `work` throws
   */
  async attempt<T>(
    ctx: ActionContext,
    options: AttemptOptions,
    work: () => Promise<T>,
  ): Promise<T> {
    const counted = await this.begin(ctx, options);
    let result: T;
    try {
      result = await work();
    } catch (thrown) {
      await (wasChecked(thrown) ? counted?.failed() : counted?.unchecked());
      throw thrown;
    }
    await counted?.succeeded();
    return result;
  }

  /**
   * Counts an attempt that is limited whether it succeeds or not.
   * @throws {RateLimited} if it has to wait; it is not counted then
   */
  async count(ctx: ActionContext, options: AttemptOptions): Promise<void> {
    await this.begin(ctx, options);
  }

  private async begin(ctx: ActionContext, options: AttemptOptions): Promise<Counted | undefined> {
    const { limits } = ctx.config;
    if (!limits) return undefined;
    const buckets = this.bucketsOf(ctx, options);
    const rules = limits[options.work];
    const {
      wait,
      spared,
      place,
      late: counted,
    } = await this.onStore(ctx, async (limiters) => {
      const { counter, known } = limiters;
      const isKnown = buckets.known !== undefined && (await known.has(buckets.known));
      const isSpared = options.everywhere === 'spare' || isKnown;
      const keys: [key: string | undefined, free: number][] = [
        // The network comes first, so that a blocked one cannot fill the store with names.
        [buckets.network, rules.network],
        [buckets.widerNetwork, rules.network * WIDER],
        [buckets.sameNetwork?.key, rules.sameNetwork],
        [isSpared ? undefined : buckets.identifier, rules.identifier],
      ];
      const isLate = options.counted === 'failed';
      const longest = isLate ? 0 : await counter.countAll(keys, rules);
      return {
        spared: isSpared,
        wait: longest,
        place: limiters,
        late: isLate ? keys : undefined,
      };
    });
    assertNoWait(wait);
    if (counted) {
      return {
        succeeded: async () => undefined,
        unchecked: async () => undefined,
        failed: async () => {
          assertNoWait(await this.onStore(ctx, ({ counter }) => counter.countAll(counted, rules)));
        },
      };
    }
    const at = { spared, place, window: rules.window };
    const late = options.everywhere === 'spare' ? buckets.identifier : undefined;
    return {
      succeeded: () => this.takeBack(ctx, buckets, { ...at, isRight: true }),
      unchecked: () => this.takeBack(ctx, buckets, { ...at, isRight: false }),
      failed: async () => {
        const { sameNetwork } = buckets;
        const longest = await this.onStore(ctx, async ({ counter }) => {
          if (sameNetwork) await counter.addFailure(sameNetwork, rules.window);
          return counter.countAll([[late, rules.identifier]], rules);
        });
        assertNoWait(longest);
      },
    };
  }

  private bucketsOf(ctx: ActionContext, { work, identifier, identity }: AttemptOptions): Buckets {
    const { config, provider } = ctx;
    return bucketsOf({
      application: this.applicationOf(config.rootSecrets),
      realm: config.realm,
      work,
      provider: provider?.id ?? '',
      list: provider?.type === 'credentials' && !provider.usersOfAdapter ? provider.id : '',
      identifier,
      identity,
      network: this.networks.of(ctx),
    });
  }

  private applicationOf(secrets: readonly string[]): string {
    return this.keyrings.get(secrets, PURPOSE).keys('A256GCM')[0]?.kid.slice(0, 12) ?? '';
  }

  /** Undoes the count. @param at - `isRight`: of an attempt that succeeded */
  private async takeBack(
    ctx: ActionContext,
    buckets: Buckets,
    { spared, place, window, isRight }: CountedAt & { readonly isRight: boolean },
  ): Promise<void> {
    const { sameNetwork, network, widerNetwork, identifier, known } = buckets;
    const takeBack = async (limiters: LimiterSet): Promise<void> => {
      const { counter } = limiters;
      if (sameNetwork && isRight) await counter.succeed(sameNetwork, window);
      if (sameNetwork && !isRight) await counter.giveBack(sameNetwork.key);
      for (const one of [network, widerNetwork]) if (one !== undefined) await counter.giveBack(one);
      if (identifier !== undefined && !spared) await counter.giveBack(identifier);
      if (known !== undefined && isRight) await limiters.known.add(known);
    };
    await (place === this.memory ? takeBack(place) : this.onStore(ctx, takeBack));
  }

  /** A failing store neither stops sign-ins nor lifts the limits. */
  private async onStore<T>(
    ctx: ActionContext,
    work: (limiters: LimiterSet) => Promise<T>,
  ): Promise<T> {
    const { limits, logger } = ctx.config;
    const { store } = limits ?? {};
    const outcome = store && (await this.shared(store).run(logger, work));
    return outcome ? outcome.result : work(this.memory);
  }

  private shared(store: object): SharedLimiters {
    const found = this.byStore.get(store);
    if (found) return found;
    const made = new SharedLimiters(store);
    this.byStore.set(store, made);
    return made;
  }
}

/** @param wait - in milliseconds */
function assertNoWait(wait: number): void {
  if (wait > 0) throw new RateLimited(Math.ceil(wait / 1000));
}
