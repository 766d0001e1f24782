import { Crossing, realmSettings } from '../support/crossing.js';
import { RealmApp } from '../support/realms.js';
import { OTTO } from '../support/test-app.js';

const settings = realmSettings().flatMap((setting) =>
  (['jwt', 'database'] as const).map((strategy) => ({ ...setting, strategy })),
);

describe.each(settings)('$separation, $strategy sessions, $platform', (setting) => {
  let realms: RealmApp;

  beforeAll(async () => {
    realms = await RealmApp.start(setting);
  });
  afterAll(() => realms.close());

  describe.each(Crossing.directions(setting))('a session of $direction', (direction) => {
    const { home, other } = direction;
    let crossing: Crossing;

    beforeAll(() => {
      crossing = Crossing.between(realms, direction);
    });

    it('signs nobody in, not even from the cache of opened tokens (U1, U2, V3)', async () => {
      const jane = await crossing.signedIn(home);
      const thief = crossing.copyOf(jane);

      expect(await crossing.isIn(thief, other)).toBe(false);
      const update = { csrfToken: await thief.csrfToken(), data: { theme: 'dark' } };
      const updated = await thief.post(crossing.at(other, 'session'), { json: update });
      expect(updated.json()).toBeNull();
      expect(await crossing.isIn(jane, home)).toBe(true);
    });

    it('signs nobody in with the prefix of a token from the other realm', async () => {
      const name = 'session-token';
      const own = (await crossing.signedIn(home)).cookies.get(home.cookies + name) ?? '';
      const otto = await crossing.signedIn(other, OTTO);
      const [prefix = ''] = /^[\w-]*\./.exec(otto.cookies.get(other.cookies + name) ?? '') ?? [];

      for (const token of [prefix + own, prefix + own.replace(/^[\w-]*\./, '')]) {
        const thief = crossing.browser(other);
        thief.cookies.set(other.cookies + name, token);
        expect(await crossing.isIn(thief, other)).toBe(false);
      }
    });

    it('is not ended by a sign-out at the other realm', async () => {
      const jane = await crossing.signedIn(home);

      await crossing.copyOf(jane).signOut();

      expect(await crossing.isIn(jane, home)).toBe(true);
    });

    it('is not ended by a sign-in at the other realm', async () => {
      const jane = await crossing.signedIn(home);
      const otto = crossing.copyOf(jane);

      await otto.signIn('credentials', OTTO);

      expect(await otto.session()).toMatchObject({ user: { name: 'otto' } });
      expect(await crossing.isIn(jane, home)).toBe(true);
    });

    it('is not linked to an account by a sign-in at the other realm', async () => {
      const visitor = crossing.copyOf(await crossing.signedIn(home));

      await visitor.get(crossing.at(other, await crossing.startOAuth(visitor)));

      expect(await visitor.session()).toMatchObject({ user: { name: 'Gita' } });
    });

    it('keeps its cookie, which another realm of the host cannot read', async () => {
      // A cookie in the form of Auth.js that cannot be opened is cleared, as in Auth.js.
      if (other.name === 'shop' && home.cookies === other.cookies) return;
      const jane = await crossing.signedIn(home);
      const visitor = crossing.copyOf(jane);

      await visitor.get(other.guarded);
      await visitor.session();

      const name = `${home.cookies}session-token`;
      expect(visitor.cookies.get(name)).toBe(jane.cookies.get(name));
    });
  });
});
