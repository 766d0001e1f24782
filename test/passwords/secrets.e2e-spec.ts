import { EventsService } from '@authnest/core';
import { passwordTable } from '@authnest/password';
import type { ClientResponse } from '@authnest/testing';
import { GOOD, OTHER, PasswordApp } from '../support/password-app.js';
import { platforms } from '../support/test-app.js';

const THIRD = 'a third quite long sentence';

describe.each(platforms())(
  'what a password, its hash and a link leave behind on %s',
  (platform) => {
    it('is nothing in logs, events, addresses and pages (K36)', async () => {
      const app = await PasswordApp.start({ platform, config: { debug: true } });
      const events: unknown[] = [];
      app.app.app.get(EventsService).stream.subscribe((record) => events.push(record));
      const email = 'jane@corp.example';
      const responses: ClientResponse[] = [];
      const secrets: string[] = [GOOD, OTHER, THIRD];
      const keep = async (made: Promise<ClientResponse>) => {
        const response = await made;
        responses.push(response);
        return response;
      };
      const hash = async () => {
        const { id: userId = '' } = (await app.adapter.getUserByEmail?.(email)) ?? {};
        const row = await app.adapter.findRow?.({ table: passwordTable, key: { userId } });
        return `${row?.['hash'] as string}`;
      };
      const tokenOf = (link: string) => new URL(link, app.app.url).searchParams.get('token') ?? '';
      const [browser, reset] = [app.client(), app.client()];

      await keep(app.register(browser, email, 'short'));
      await keep(app.register(browser, email, GOOD));
      const { link, code } = await app.newest(email);
      secrets.push(tokenOf(link), code);
      await keep(app.send(browser, 'confirm', { code: '00000000' }));
      await keep(browser.get(link));
      await keep(browser.get('/auth/password/confirm'));
      await keep(app.send(browser, 'confirm'));
      secrets.push(await hash());
      await keep(app.signIn(email, OTHER));
      await keep(app.signIn(email, GOOD));
      await keep(app.send(browser, 'change', { current: THIRD, password: OTHER }));
      await keep(app.send(browser, 'change', { current: GOOD, password: OTHER }));
      secrets.push(await hash());
      await keep(app.send(reset, 'forgot', { email }));
      const mailed = (await app.newest(email, 3)).link;
      secrets.push(tokenOf(mailed));
      await keep(reset.get(mailed));
      await keep(reset.get('/auth/password/reset'));
      await keep(app.send(reset, 'reset', { password: 'short' }));
      await keep(app.send(reset, 'reset', { password: THIRD }));
      await keep(reset.get(mailed));
      await keep(app.signIn(email, THIRD));

      expect(await hash()).not.toBe(secrets.at(-2));
      expect(secrets.filter((secret) => secret.length < 8)).toEqual([]);
      expect(events.map((record) => (record as { name: string }).name)).toEqual(
        expect.arrayContaining(['createUser', 'changePassword', 'resetPassword', 'signIn']),
      );
      const left = {
        logs: [...app.app.logs.lines, ...app.app.logs.errors.flatMap(chainOf)].join('\n'),
        events: JSON.stringify(events),
        headers: JSON.stringify(responses.map(({ headers }) => headers)),
        pages: responses.map(({ text }) => text).join('\n'),
      };
      for (const [place, text] of Object.entries(left)) {
        expect([place, secrets.filter((secret) => text.includes(secret))]).toEqual([place, []]);
        expect([
          place,
          secrets.filter((secret) => text.includes(encodeURIComponent(secret))),
        ]).toEqual([place, []]);
      }
      for (const { text, headers } of responses) {
        // A form that is sent by GET would put a password into the address.
        expect((text.match(/<form/g) ?? []).length).toBe(
          (text.match(/<form[^>]* method="post"/g) ?? []).length,
        );
        if (text.includes('<html')) {
          expect(headers['referrer-policy']).toMatch(/^(?:no-referrer|same-origin|origin)$/);
          expect(headers['cache-control']).toContain('no-store');
        }
      }
      await app.close();
    });

    it('is nothing for passwords in the query: forms are read from bodies only (K36)', async () => {
      const app = await PasswordApp.start({ platform });
      const email = 'jane@corp.example';
      await app.registered(email);
      const browser = app.client();
      const query = new URLSearchParams({ email, password: GOOD }).toString();

      for (const path of ['callback/password', 'password/register', 'password/forgot']) {
        const { text, location = '' } = await browser.get(`/auth/${path}?${query}`);
        expect(`${text}${location}`).not.toContain(GOOD);
      }
      expect(await browser.session()).toBeNull();
      await app.close();
    });
  },
);

/** Everything that a logger may print of an error. */
function chainOf(error: Error): string[] {
  const cause = (error as { cause?: { err?: Error } }).cause;
  return [`${error.stack}`, JSON.stringify(cause ?? {}), ...(cause?.err ? chainOf(cause.err) : [])];
}
