import { AuthModule, Email, OIDC } from '@authnest/core';
import { CookieClient, FakeOAuthServer, MemoryAdapter } from '@authnest/testing';
import { respondToMessages } from '../../support/child/respond-to-messages.js';
import { startApp } from '../../support/child/start-app.js';
import { Mailbox } from '../../support/mailbox.js';
import { OTHER_HOST_CERTIFICATE, TLS_CERTIFICATE, TLS_KEY } from '../../support/tls.js';

export interface TrustingApp {
  readonly platform: 'express' | 'fastify';
}

/** The result of a sign-in: the redirect, and what the TLS server has received. */
export interface TlsOutcome {
  readonly location?: string;
  readonly received: readonly string[];
}

/** Results by server. Only the certificates of the `named` servers match their host name. */
export type TlsOutcomes = Readonly<
  Record<'namedProvider' | 'otherProvider' | 'namedMail' | 'otherMail', TlsOutcome>
>;

// Signs in at providers and through mail servers, in a process that trusts both certificates.
respondToMessages(async ({ platform }: TrustingApp): Promise<TlsOutcomes> => {
  const named = { key: TLS_KEY, cert: TLS_CERTIFICATE };
  const other = { key: TLS_KEY, cert: OTHER_HOST_CERTIFICATE };
  const providers = {
    named: await FakeOAuthServer.start({ tls: named }),
    other: await FakeOAuthServer.start({ tls: other }),
  };
  const mailboxes = {
    named: await Mailbox.start({ startTls: named }),
    other: await Mailbox.start({ startTls: other }),
  };
  const module = AuthModule.forRoot({
    adapter: new MemoryAdapter(),
    secret: 'a-secret-of-the-trusting-application-1',
    trustHost: true,
    logger: { error: () => {}, warn: () => {} },
    providers: [
      OIDC({ id: 'named', name: 'Named', ...providers.named.client }),
      OIDC({ id: 'other', name: 'Other', ...providers.other.client }),
      Email({ id: 'named-mail', server: mailboxes.named.url }),
      Email({ id: 'other-mail', server: mailboxes.other.url }),
    ],
  });
  const url = await startApp(module, platform);

  const signInAt = async (server: FakeOAuthServer, id: string): Promise<TlsOutcome> => {
    const browser = new CookieClient(url);
    const started = await browser.signIn(id, { callbackUrl: '/home' });
    let { location = '' } = started;
    if (location.startsWith(server.issuer)) {
      const callback = await server.authorize(location);
      ({ location = '' } = await browser.get(callback.url.href));
    }
    return { location, received: server.requests.map(({ endpoint }) => endpoint) };
  };
  const mailBy = async (mailbox: Mailbox, id: string): Promise<TlsOutcome> => {
    const { location } = await new CookieClient(url).signIn(id, { email: 'ada@example.com' });
    return { location, received: mailbox.mails.flatMap(({ to }) => to) };
  };
  return {
    namedProvider: await signInAt(providers.named, 'named'),
    otherProvider: await signInAt(providers.other, 'other'),
    namedMail: await mailBy(mailboxes.named, 'named-mail'),
    otherMail: await mailBy(mailboxes.other, 'other-mail'),
  };
});
