import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { startClock, stopClock } from '../../../../test/support/clock.js';
import { readFromRoot } from '../../../../test/support/guides.js';
import { resolveLimits } from '../config/options/limits.js';
import { KeyringService } from '../crypto/keyring.service.js';
import { RateLimited } from '../errors/sign-in.errors.js';
import type { ActionContext } from '../request/context/action-context.js';
import { DEFAULT_LIMITS } from '../config/options/limits.js';
import type { LimitedWork } from '../config/options/limits.js';
import type { AttemptOptions } from './attempt-options.js';
import { ClientNetworkService } from './client-network.service.js';
import { LimitsService } from './limits.service.js';

const SOURCES = 'libs/core/src';
const text = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.includes('.spec.') && !file.startsWith('limits/'))
  .map((file) => readFromRoot(join(SOURCES, file)))
  .join('\n');

/** A place in the source where something is counted. */
interface Counted extends Pick<AttemptOptions, 'everywhere' | 'counted'> {
  readonly work: LimitedWork;
  readonly hasIdentifier: boolean;
  /** Whether each attempt is counted, and not only those that fail. */
  readonly always: boolean;
}

/** The options of each call of {@link LimitsService} in the source. */
const LITERALS = [...text.matchAll(/\{ work: '(\w+)'([^}]*)\}/g)];

/** What the source counts; passkeys are counted in two places. */
const COUNTED: readonly Counted[] = LITERALS.filter(
  ([, work], at) => LITERALS.findIndex(([, other]) => other === work) === at,
).map(([all, work = '', rest = '']) => ({
  work: work as LimitedWork,
  hasIdentifier: /\bidentifier\b/.test(rest),
  everywhere: /\beverywhere\b/.test(rest) ? 'spare' : undefined,
  counted: rest.includes("'failed'") ? 'failed' : undefined,
  always: text.includes(`limits.count(ctx, ${all}`),
}));

type Key = 'network' | 'identifier, network' | 'identifier';

/** The keys under which something is counted. */
function keysOf({ hasIdentifier, everywhere, always }: Counted): readonly Key[] {
  if (!hasIdentifier) return ['network'];
  // What is spared counts across networks only when it fails.
  const isSpared = everywhere === 'spare' && always;
  return ['network', 'identifier, network', ...(isSpared ? [] : (['identifier'] as const))];
}

const ROWS = COUNTED.flatMap((counted) =>
  keysOf(counted).map((key) => ({ name: `${counted.work}: ${key}`, counted, key })),
);
const rowsBy = (key: Key) => ROWS.filter((row) => row.key === key);

describe('the table of counters in docs/limits.md', () => {
  const guide = readFromRoot('docs/limits.md');
  const cells = [...guide.matchAll(/^\| `(\w+)` +\| (\w[^|]*?) +\| (.*)$/gm)];

  it('has a row for each counter in the source, and no other', () => {
    const documented = cells.map(([, work = '', key = '']) => `${work}: ${key}`);

    expect(documented.toSorted()).toEqual(ROWS.map(({ name }) => name).toSorted());
  });

  it('says in each row who can fill it, and whom it hurts', () => {
    for (const [row, , , rest = ''] of cells) {
      expect([row, rest.split('|').filter((cell) => cell.trim() !== '').length]).toEqual([row, 2]);
    }
  });

  it('knows all that is counted', () => {
    const calls = [...text.matchAll(/limits\.(?:attempt|count)\(/g)];

    // Each call has its own literal, so that none is overlooked here.
    expect(LITERALS).toHaveLength(calls.length);
    const works = new Set(COUNTED.map(({ work }) => work));
    expect([...works].toSorted()).toEqual(Object.keys(DEFAULT_LIMITS).toSorted());
    // Whatever else counts or limits by key belongs into the folder `limits`, and into the table.
    expect(text.match(/\b(?:MemoryLimiter|RateLimiter\w*|AttemptCounter)\b/g)).toBeNull();
  });
});

describe('a counter', () => {
  let limits: LimitsService;

  beforeEach(() => {
    stopClock();
    limits = new LimitsService(new KeyringService(), new ClientNetworkService());
  });
  afterEach(() => startClock());

  /** Makes an attempt, and returns whether it may proceed. */
  async function attempt(
    { work, hasIdentifier, everywhere, counted, always }: Counted,
    { person, address, isRight = false }: { person: string; address: string; isRight?: boolean },
  ): Promise<boolean> {
    const ctx = contextAt(address);
    const options = { work, everywhere, counted, identifier: hasIdentifier ? person : undefined };
    const fault = new Error('wrong');
    try {
      if (always) await limits.count(ctx, options);
      else {
        await limits.attempt(ctx, options, () =>
          isRight ? Promise.resolve() : Promise.reject(fault),
        );
      }
    } catch (thrown) {
      if (thrown instanceof RateLimited) return false;
      if (thrown !== fault) throw thrown;
    }
    return true;
  }

  /** Makes attempts until one must wait. */
  async function fill(
    counted: Counted,
    from: (at: number) => { person: string; address: string },
  ): Promise<boolean> {
    for (let at = 0; at < 3000; at += 1) if (!(await attempt(counted, from(at)))) return true;
    return false;
  }

  it.each(rowsBy('network'))('of $name hurts that network alone', async ({ counted }) => {
    const others = (at: number) => ({ person: `other-${at}`, address: '203.0.113.6' });

    expect(await fill(counted, others)).toBe(true);
    expect(await attempt(counted, { person: 'jane', address: '203.0.113.6' })).toBe(false);
    expect(await attempt(counted, { person: 'jane', address: '192.0.2.1' })).toBe(true);
  });

  it.each(rowsBy('network'))('of $name hurts the /56 of IPv6 alone', async ({ counted }) => {
    const within = (at: number) => `2001:db8:0:1${(at % 250).toString(16).padStart(2, '0')}::1`;
    const others = (at: number) => ({ person: `other-${at}`, address: within(at) });

    expect(await fill(counted, others)).toBe(true);
    expect(await attempt(counted, { person: 'jane', address: '2001:db8:0:1ff::1' })).toBe(false);
    expect(await attempt(counted, { person: 'jane', address: '2001:db8:0:2ff::1' })).toBe(true);
  });

  it.each(rowsBy('identifier, network'))(
    'of $name hurts that person in that network alone',
    async ({ counted }) => {
      const there = { person: 'jane', address: '203.0.113.6' };

      expect(await fill(counted, () => there)).toBe(true);
      expect(await attempt(counted, { ...there, person: 'otto' })).toBe(true);
      expect(await attempt(counted, { ...there, address: '192.0.2.1' })).toBe(true);
    },
  );

  const everywhere = (at: number) => ({
    person: 'jane',
    address: `198.18.${at >> 8}.${at & 255}`,
  });

  it.each(rowsBy('identifier').filter(({ counted }) => counted.everywhere === undefined))(
    'of $name hurts that person in networks that are not known for her',
    async ({ counted }) => {
      // A right attempt of the same provider makes the network known.
      const right: Counted = { ...counted, work: 'tokens', everywhere: 'spare', always: false };
      await attempt(right, { person: 'jane', address: '192.0.2.1', isRight: true });

      expect(await fill(counted, everywhere)).toBe(true);
      expect(await attempt(counted, { person: 'jane', address: '192.0.2.9' })).toBe(false);
      expect(await attempt(counted, { person: 'otto', address: '192.0.2.9' })).toBe(true);
      expect(await attempt(counted, { person: 'jane', address: '192.0.2.1' })).toBe(true);
    },
  );

  it('of passwords spares a known network, in however many spellings a stranger signs in (JT1)', async () => {
    const wrong = { work: 'credentials', hasIdentifier: true, always: false } as const;
    const jane = { person: 'jane', address: '192.0.2.1' };
    const stranger = (at: number) => ({ person: spelled('mallorymallory', at), isRight: true });
    await attempt(wrong, { ...jane, isRight: true });

    for (let at = 0; at < 10_000; at += 1) {
      await attempt(wrong, { ...stranger(at), address: '203.0.113.6' });
    }

    expect(await fill(wrong, everywhere)).toBe(true);
    expect(await attempt(wrong, jane)).toBe(true);
  });

  it.each(rowsBy('identifier').filter(({ counted }) => counted.everywhere === 'spare'))(
    'of $name hurts nobody who is right',
    async ({ counted }) => {
      expect(await fill(counted, everywhere)).toBe(true);
      const jane = { person: 'jane', address: '192.0.2.9' };
      expect(await attempt(counted, { ...jane, isRight: true })).toBe(true);
      expect(await attempt(counted, { ...jane, address: '192.0.2.10' })).toBe(false);
    },
  );

  it.each(
    COUNTED.filter((counted) => counted.hasIdentifier && counted.always && counted.everywhere),
  )('of $work does not exist for one person in all networks', async (counted) => {
    expect(await fill(counted, everywhere)).toBe(false);
  });
});

/** Returns a name with other letters in upper case for each number. */
function spelled(name: string, nth: number): string {
  return Array.from(name, (letter, at) => ((nth >> at) & 1 ? letter.toUpperCase() : letter)).join(
    '',
  );
}

function contextAt(address: string): ActionContext {
  const config = {
    limits: resolveLimits({}),
    rootSecrets: ['a secret of sufficient length for this'],
    realm: '',
    logger: { warn: () => undefined, error: () => undefined, info: () => undefined },
  };
  const ctx = {
    config,
    logger: config.logger,
    provider: { id: 'one' },
    request: { address, headers: {} },
  };
  return ctx as unknown as ActionContext;
}
