import { type AuthConfig, type AuthMail, Email, type PlatformRequest } from '@authnest/core';
import { password, Password } from '@authnest/password';
import { type ClientResponse, MemoryAdapter } from '@authnest/testing';
import { CHEAP, GOOD } from '../support/password-app.js';
import { type CheckedClient, SECRET, TestApp } from '../support/test-app.js';

const OWN = 'owner@corp.example';
const OTHER = 'thief@evil.example';
/** Where each mail leads, by its recipient and kind. */
const links = new Map<string, string>();
const adapter = new MemoryAdapter();

const note = (to: string, kind: string, { pathname, search }: URL): void =>
  void links.set(`${kind} ${to}`, pathname + search);
const email = Email({
  sendVerificationRequest: ({ identifier, url }) => note(identifier, 'sign-in', new URL(url)),
});
const shared: AuthConfig = {
  secret: SECRET,
  trustHost: ['acme.example', 'beta.example'],
  limits: false,
  adapter,
  mailer: ({ to, kind, url }: AuthMail) => void (url && note(to, kind, new URL(url))),
  providers: [email],
};
/** Two tenants with the same users; only at one of them people have passwords. */
const tenants: Readonly<Record<string, AuthConfig>> = {
  'acme.example': { ...shared, tenant: 'acme', providers: [Password({ hashing: CHEAP }), email] },
  'beta.example': { ...shared, tenant: 'beta', account: { changeEmail: { confirm: 'new' } } },
};

describe('the undo of an address at a tenant without passwords', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start({
      platform: 'express',
      input: ({ host }: PlatformRequest) => tenants[host] ?? shared,
      extras: { features: [password()] },
    });
  });
  afterAll(() => app.close());

  const at = (tenant: string) => app.client({ host: `${tenant}.example` });

  async function send(
    browser: CheckedClient,
    path: string,
    form: Readonly<Record<string, string>> = {},
  ): Promise<ClientResponse> {
    const csrfToken = await browser.csrfToken();
    return browser.post(`/auth/${path}`, { form: { ...form, csrfToken } });
  }

  /** Follows the link of a mail, as soon as it was sent. */
  async function follow(browser: CheckedClient, mail: string): Promise<void> {
    while (!links.has(mail)) await new Promise((resolve) => setTimeout(resolve, 5));
    await browser.get(links.get(mail) ?? '');
  }

  const isIn = async (address: string): Promise<boolean> => {
    const browser = at('acme');
    await send(browser, 'callback/password', { email: address, password: GOOD });
    return (await browser.session()) !== null;
  };

  it('leaves no password that was set by mail at another tenant with the same users (HT4)', async () => {
    await adapter.createUser({ id: crypto.randomUUID(), email: OWN, emailVerified: new Date() });
    const stolen = at('beta');
    await send(stolen, 'signin/email', { email: OWN, callbackUrl: '/x' });
    await follow(stolen, `sign-in ${OWN}`);
    await send(stolen, 'account/email', { email: OTHER });
    await follow(stolen, `confirm-email ${OTHER}`);
    await send(stolen, 'account/email-confirm', { of: 'new' });
    const thief = at('acme');
    await send(thief, 'password/forgot', { email: OTHER });
    await follow(thief, `reset ${OTHER}`);
    await send(thief, 'password/reset', { password: GOOD });
    expect(await isIn(OTHER)).toBe(true);

    const owner = at('beta');
    await follow(owner, `email-changed ${OWN}`);
    expect((await send(owner, 'account/email-undo')).status).toBe(200);

    expect((await adapter.getUserByEmail(OWN))?.email).toBe(OWN);
    expect([await isIn(OWN), await isIn(OTHER)]).toEqual([false, false]);
  });
});
