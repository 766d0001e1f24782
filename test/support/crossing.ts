import type { OptionsResponse } from './passkeys.js';
import { type Realm, RealmApp, type RealmAppOptions, realmsOf, separations } from './realms.js';
import { SoftwareAuthenticator } from './software-authenticator.js';
import { type CheckedClient, JANE, platforms } from './test-app.js';

/** Returns every platform with every way to separate realms. Call it where tests are declared. */
export function realmSettings() {
  return platforms().flatMap((platform) =>
    separations.map((separation) => ({ platform, separation })),
  );
}

/** Presents to one realm what another realm issued. */
export class Crossing {
  private people = 0;

  private constructor(
    readonly realms: RealmApp,
    readonly home: Realm,
    readonly other: Realm,
  ) {}

  /** Returns both directions between the realms, for an application that starts later. */
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

  /** Returns the name of a new person, so that limits reached in one test do not affect others. */
  person(): string {
    return `person-${(this.people += 1)}-of-${this.home.name}`;
  }

  at(realm: Realm, path: string): string {
    return `${realm.authPath}/${path}`;
  }

  browser(realm: Realm): CheckedClient {
    return this.realms.client(realm);
  }

  /** Returns a browser for the other realm with all cookies of a browser for the home realm. */
  copyOf(browser: CheckedClient): CheckedClient {
    return this.realms.copyOf(browser, this.home, this.other);
  }

  /** Whether a browser is signed in; the endpoint and the guard must agree. */
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

  /** Starts a sign-in with OAuth. @returns the path of the callback, below the mount path */
  async startOAuth(browser: CheckedClient): Promise<string> {
    const { location = '' } = await browser.signIn('gh');
    const state = new URL(location).searchParams.get('state') ?? '';
    return `callback/gh?${new URLSearchParams({ code: 'c', state }).toString()}`;
  }

  /** Requests an emailed link. @returns the link as a complete URL */
  async linkFor(browser: CheckedClient): Promise<string> {
    await browser.signIn('email', { email: `${this.person()}@example.com` });
    return this.realms.links.at(-1) ?? '';
  }

  /** Presses the button that confirms a sign-in by emailed link. */
  async confirm(browser: CheckedClient, page: string): Promise<void> {
    const { text } = await browser.get(page);
    const fields = [...text.matchAll(/<input type="hidden" name="(\w+)" value="(\w+)"/g)];
    const form = Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value]));
    await browser.post(page, { form });
  }

  /** Registers a new person with a passkey. */
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
