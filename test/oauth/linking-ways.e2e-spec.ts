import { readFromRoot } from '../support/guides.js';
import { platforms } from '../support/platforms.js';
import { type Way, WAYS, WaysRig } from '../support/ways-rig.js';

const OWN = 'password of a list of yours';
const SHARED = "password of the adapter's user";

/** One cell of the table in docs/linking-accounts.md. */
interface Case {
  readonly first: Way;
  readonly proven: boolean;
  readonly who: string;
  readonly second: Way;
  readonly outcome: string;
}

/** Returns each cell of the table, which has the ways as rows and as columns. */
function casesOfGuide(): Case[] {
  const [, table = ''] = readFromRoot('docs/linking-accounts.md').split('<!-- ways -->');
  const rows = [...table.matchAll(/^\| (.+) \|$/gm)].map(([, row = '']) =>
    row.split('|').map((cell) => cell.trim()),
  );
  return rows.slice(2).flatMap(([first, proven, who = '', ...cells]) =>
    WAYS.map((second, nth) => ({
      first: first as Way,
      proven: proven === 'yes',
      who,
      second,
      outcome: cells[nth] ?? '',
    })),
  );
}

/** What the guide says below the table about stateless sessions and passwords of the adapter's users. */
function expected(
  { first, second, who, outcome }: Case,
  { isStateless, hasShared }: { isStateless: boolean; hasShared: boolean },
): string {
  const isSame = first === second && who === 'herself';
  if (isStateless && [first, second].includes(OWN)) return isSame ? 'same' : 'other';
  return hasShared && outcome === 'takes' ? 'refused' : outcome;
}

const cases = platforms().flatMap((platform) =>
  (['database', 'jwt'] as const).flatMap((strategy) =>
    [true, false].map((hasShared) => [platform, strategy, hasShared] as const),
  ),
);

describe.each(cases)('two ways to sign in, on %s with %s, shared table: %s', (...args) => {
  const [platform, strategy, hasShared] = args;
  let rig: WaysRig;

  beforeAll(async () => void (rig = await WaysRig.start(platform, strategy, hasShared)));
  afterAll(() => rig.close());

  async function outcomeOf({ first, second, proven, who }: Case): Promise<string> {
    const one = rig.somebody(proven);
    const isHerself = who === 'herself';
    const person = isHerself ? { ...one, proven: true } : rig.somebody(true, one.email);
    const before = await rig.register(first, one);
    const isAgain = isHerself && first === second;
    const now = await rig.signIn(second, person, isAgain ? 'again' : 'register');
    if (now === undefined) return 'refused';
    if (before === undefined) return 'other';
    const isLost = (await rig.signIn(first, one)) !== before;
    if (now === before) return isLost ? 'same, alone' : 'same';
    return (await rig.hasLost(before, one.email)) ? 'takes' : isLost ? 'other, alone' : 'other';
  }

  it('end as the guide says (NW1, NW2)', async () => {
    const all = casesOfGuide();
    const isHere = ({ first, second, outcome }: Case) =>
      [first, second].includes(SHARED) ? hasShared : !hasShared || outcome === 'takes';
    const here = all.filter(isHere);
    const found: Case[] = [];
    for (const one of here) found.push({ ...one, outcome: await outcomeOf(one) });

    expect(all).toHaveLength(100);
    const isStateless = strategy === 'jwt';
    expect(found).toEqual(
      here.map((one) => ({ ...one, outcome: expected(one, { isStateless, hasShared }) })),
    );
  });

  // Nothing is taken beside a shared table, and stateless users of an own list are not stored.
  const proving = (['provider', OWN] as const).filter(
    (way) => !hasShared && (strategy === 'database' || way !== OWN),
  );
  if (proving.length === 0) return;
  it.each(proving)(
    'leave an address that was proven by the second sign-in, with %s (NW1)',
    async (way) => {
      const early = rig.somebody(false);
      const id = await rig.register(way, early);
      await rig.signIn(way, { ...early, proven: true });

      expect(await rig.register('provider', rig.somebody(true, early.email))).toBeUndefined();
      expect(await rig.hasLost(id ?? '', early.email)).toBe(false);
    },
  );
});
