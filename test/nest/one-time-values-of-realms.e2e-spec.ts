import { Crossing, realmSettings } from '../support/crossing.js';
import { RealmApp } from '../support/realms.js';
import { JANE } from '../support/test-app.js';

describe.each(realmSettings())('$separation on $platform', (setting) => {
  let realms: RealmApp;

  beforeAll(async () => {
    realms = await RealmApp.start({ ...setting, strategy: 'database' });
  });
  afterAll(() => realms.close());

  describe.each(Crossing.directions(setting))('one-time values of $direction', (direction) => {
    const { home, other } = direction;
    let crossing: Crossing;

    beforeAll(() => {
      crossing = Crossing.between(realms, direction);
    });

    it('a CSRF token with its cookie is refused', async () => {
      const jane = crossing.browser(home);
      const form = { csrfToken: await jane.csrfToken(), ...JANE };
      const path = 'callback/credentials';

      const refused = await crossing.copyOf(jane).post(crossing.at(other, path), { form });

      expect(refused.location).toMatch(/error=MissingCSRF$/);
      expect((await jane.post(crossing.at(home, path), { form })).location).toBe(realms.app.url);
    });

    it('an emailed link signs nobody in, and stays usable', async () => {
      const browser = crossing.browser(home);
      const link = await crossing.linkFor(browser);
      const copy = crossing.copyOf(browser);

      const asks = await copy.get(link.replace(home.authPath, other.authPath));
      await crossing.confirm(copy, asks.location ?? '');

      expect(await crossing.isIn(copy, other)).toBe(false);
      await browser.get(link);
      expect(await crossing.isIn(browser, home)).toBe(true);
    });

    it('the cookie of a link that waits for confirmation confirms nothing, and stays usable', async () => {
      const browser = crossing.browser(home);
      const asks = await browser.get(await crossing.linkFor(crossing.browser(home)));
      const copy = crossing.copyOf(browser);

      await crossing.confirm(copy, crossing.at(other, 'callback/email'));

      expect(await crossing.isIn(copy, other)).toBe(false);
      await crossing.confirm(browser, asks.location ?? '');
      expect(await crossing.isIn(browser, home)).toBe(true);
    });

    it('the callback of a provider neither signs in nor calls the provider, and stays usable', async () => {
      const browser = crossing.browser(home);
      const callback = await crossing.startOAuth(browser);
      const copy = crossing.copyOf(browser);
      realms.calls.length = 0;

      const refused = await copy.get(crossing.at(other, callback));

      expect(refused.location).toMatch(/error=/);
      expect(realms.calls).toEqual([]);
      expect(await crossing.isIn(copy, other)).toBe(false);
      await browser.get(crossing.at(home, callback));
      expect(await crossing.isIn(browser, home)).toBe(true);
    });

    it('the challenge for a passkey is not accepted, and stays usable', async () => {
      const authenticator = await crossing.passkey(home);
      const browser = crossing.browser(home);
      const { options } = await crossing.askForOptions(browser, home);
      const fields = { action: 'authenticate', data: JSON.stringify(authenticator.get(options)) };
      const copy = crossing.copyOf(browser);

      await crossing.respondToOptions(copy, other, fields);

      expect(await crossing.isIn(copy, other)).toBe(false);
      await crossing.respondToOptions(browser, home, fields);
      expect(await crossing.isIn(browser, home)).toBe(true);
    });

    it('failed attempts count at other tenants, which visitors may choose, but at no other module', async () => {
      const wrong = { username: crossing.person(), password: 'wrong' };
      const guess = async (realm: typeof home): Promise<number> =>
        (await crossing.browser(realm).signIn('credentials', wrong)).status;
      const statuses: number[] = [];
      for (let turn = 0; turn < 5; turn += 1) statuses.push(await guess(home));

      expect(statuses.at(-1)).toBe(429);
      expect(await guess(other)).toBe(setting.separation === 'tenants' ? 429 : 302);
    });
  });
});
