import type { OptionsResponse } from './passkeys.js';
import { type Realm, RealmApp, type RealmAppOptions, realmsOf, separations } from './realms.js';
import { SoftwareAuthenticator } from './software-authenticator.js';
import { type CheckedClient, JANE, platforms } from './test-app.js';

/** Every platform with everything that separates realms. Call it where tests are declared. */
export function realmSettings() {
  return platforms().flatMap((platform) =>
    separations.map((separation) => ({ platform, separation })),
  );
}

/** Carries what was issued in one realm into another one. */
export class Crossing {
  private people = 0;

  private constructor(
    readonly realms: RealmApp,
    readonly home: Realm,
    readonly other: Realm,
  ) {}

  /** One crossing for each direction, by name, in an application that starts later. */
  static directions({ separation }: Pick<RealmAppOptions, 'separation'>) {
    const [one, two] = realmsOf[separation];
    return [
      { direction: `${one.name} at ${two.name}`, home: one, other: two },
      { direction: `${two.name} at ${one.name}`, home: two, other: one },
    ];
  }

  static between(realms: RealmApp, { home, other }: { home: Realm; other: Realm }): Crossing {
    return new Crossing(realms, home, other);
  }

  /** Somebody new, so that no test counts for another one. */
  person(): string {
    return `person-${(this.people += 1)}-of-${this.home.name}`;
  }

  at(realm: Realm, path: string): string {
    return `${realm.authPath}/${path}`;
  }

  browser(realm: Realm): CheckedClient {
    return this.realms.client(realm);
  }

  /** A browser of the other realm with all cookies of one at home. */
  copyOf(browser: CheckedClient): CheckedClient {
    return this.realms.copyOf(browser, this.home, this.other);
  }

  /** Whether the endpoint and the guard know who it is; both must agree. */
  async isIn(browser: CheckedClient, { guarded }: Realm): Promise<boolean> {
    const session = await browser.session();
    const { status } = await browser.get(guarded);
    expect(status).toBe(session === null ? 401 : 200);
    return session !== null;
  }

  async signedIn(realm: Realm, form: Record<string, string> = JANE): Promise<CheckedClient> {
    const browser = this.browser(realm);
    await browser.signIn('credentials', form);
    expect(await this.isIn(browser, realm)).toBe(true);
    return browser;
  }

  /** Starts at the OAuth provider. @returns the callback, below the mount path */
  async startOAuth(browser: CheckedClient): Promise<string> {
    const { location = '' } = await browser.signIn('gh');
    const state = new URL(location).searchParams.get('state') ?? '';
    return `callback/gh?${new URLSearchParams({ code: 'c', state }).toString()}`;
  }

  /** Asks for a mailed link. @returns it, as a whole URL of that realm */
  async linkFor(browser: CheckedClient): Promise<string> {
    await browser.signIn('email', { email: `${this.person()}@example.com` });
    return this.realms.links.at(-1) ?? '';
  }

  /** Presses the button of the page that asks before a mailed link signs in. */
  async confirm(browser: CheckedClient, page: string): Promise<void> {
    const { text } = await browser.get(page);
    const fields = [...text.matchAll(/<input type="hidden" name="(\w+)" value="(\w+)"/g)];
    const form = Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value]));
    await browser.post(page, { form });
  }

  /** Somebody new with a passkey. */
  async passkey(realm: Realm): Promise<SoftwareAuthenticator> {
    const authenticator = new SoftwareAuthenticator(this.realms.app.url);
    const browser = this.browser(realm);
    const email = `${this.person()}@example.com`;
    const { options } = await this.askForOptions(browser, realm, { action: 'register', email });
    const data = JSON.stringify(authenticator.create(options));
    await this.respondToOptions(browser, realm, { action: 'register', data });
    expect(await this.isIn(browser, realm)).toBe(true);
    return authenticator;
  }

  async askForOptions(
    browser: CheckedClient,
    realm: Realm,
    query: Record<string, string> = {},
  ): Promise<OptionsResponse> {
    const search = new URLSearchParams(query).toString();
    const path = this.at(realm, `webauthn-options/passkey?${search}`);
    return (await browser.get(path, { accept: 'application/json' })).json<OptionsResponse>();
  }

  async respondToOptions(
    browser: CheckedClient,
    realm: Realm,
    fields: Record<string, string>,
  ): Promise<void> {
    const form = { csrfToken: await browser.csrfToken(), ...fields };
    await browser.post(this.at(realm, 'callback/passkey'), { form });
  }
}
