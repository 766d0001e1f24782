import { createAuthClient } from '@authnest/client';
import { type Answers, fakeBrowser, JANE, serverWith } from './fake-browser.js';

const FORMS = {
  'GET csrf': { csrfToken: 'x' },
  'GET providers': { example: { id: 'example', type: 'oidc' } },
};
const tab = (answers: Answers) =>
  createAuthClient({ channel: false, fetch: serverWith({ ...FORMS, ...answers }) });

describe('responses that no server of ours sends', () => {
  const visited = fakeBrowser();

  it.each(['javascript:alert(1)', ' JavaScript:alert(1)', 'data:text/html,x', 'http://['])(
    'do not lead to %j, and are no sign-out (K73)',
    async (url) => {
      const client = tab({
        'GET session': JANE,
        'POST signin/example': { url },
        'POST signout': { url },
      });
      await client.getSession();

      const results = [await client.signIn('example'), await client.signOut()];

      expect(results).toMatchObject(results.map(() => ({ error: 'UnexpectedResponse' })));
      expect(visited).toEqual([]);
      expect(client.sessionState().status).toBe('authenticated');
    },
  );

  it('may be a session with an address of its own (K73)', async () => {
    for (const url of ['/x?error=1', 'mailto:jane@shop.example', 'http://[']) {
      const session = { ...JANE, url };
      const client = tab({ 'GET session': session, 'POST session': session });

      expect(await client.getSession()).toEqual({ ok: true, session });
      expect(await client.updateSession(1)).toEqual({ ok: true, session });
    }
  });

  it('add nothing to a form, and replace no member of a result (K73)', async () => {
    const sent: unknown[] = [];
    const csrf = { csrfToken: 'x', callbackUrl: 'https://evil.example', ok: false };
    const answer = serverWith({
      ...FORMS,
      'GET csrf': csrf,
      'POST signin/example': { url: '/' },
      'GET sessions': { items: [], ok: false },
    });
    const client = createAuthClient({
      channel: false,
      fetch: (url, init) => {
        if (init?.body) sent.push(JSON.parse(init.body as string));
        return answer(url, init);
      },
    });

    await client.signIn('example', { name: 'jane', callbackUrl: '/home' });

    const callbackUrl = 'https://shop.example/home';
    expect(sent).toEqual([{ name: 'jane', callbackUrl, csrfToken: 'x' }]);
    expect(await client.getCsrfToken()).toEqual({ ok: true, csrfToken: 'x' });
    expect(await client.sessions.list()).toEqual({ ok: true, items: [] });
  });
});

describe('arguments of a page', () => {
  fakeBrowser();

  it('may be a callbackUrl that is none, which the server refuses (K73)', async () => {
    const client = tab({ 'POST signin/example': { url: '/' }, 'POST signout': { url: '/' } });

    const results = [
      await client.signIn('example', { callbackUrl: 'http://[' }),
      await client.signOut({ callbackUrl: 'https://' }),
    ];

    expect(results).toMatchObject([{ ok: true }, { ok: true }]);
  });
});
