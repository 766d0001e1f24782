import { type AuthClient, createAuthClient, type Session } from '@authnest/client';
import { type Answers, fakeBrowser, JANE, serverWith, tell } from './fake-browser.js';

const PROVIDERS = { credentials: { id: 'credentials', type: 'credentials' } };
const FORMS = { 'GET csrf': { csrfToken: 'x' }, 'POST signout': { url: '/' } };

const tab = (answers: Answers) => createAuthClient({ fetch: serverWith(answers) });
async function listening(answers: Answers): Promise<AuthClient> {
  const client = tab(answers);
  client.onSession(() => undefined);
  await client.getSession();
  return client;
}
const statusOf = (client: AuthClient) => client.sessionState().status;

/** An answer that waits. */
function held<T>(value: T) {
  let release = () => {};
  const waiting = new Promise<T>((resolve) => (release = () => resolve(value)));
  let arrive = () => {};
  const asked = new Promise<void>((resolve) => (arrive = resolve));
  const answer = () => {
    arrive();
    return waiting;
  };
  return { answer, asked, release: () => release() };
}

describe('the newest event of all tabs', () => {
  fakeBrowser();

  it.each(['the same tab', 'another tab'])(
    'is a sign-out in %s, whatever an update returns later (K73)',
    async (where) => {
      const slow = held(JANE);
      const answers = { ...FORMS, 'GET session': JANE, 'POST session': slow.answer };
      const [one, other] = [await listening(answers), await listening(answers)];

      const update = one.updateSession(1);
      await slow.asked;
      await (where === 'the same tab' ? one : other).signOut({ redirect: false });
      slow.release();

      expect(await update).toEqual({ ok: true, session: null });
      expect([statusOf(one), statusOf(other)]).toEqual(['unauthenticated', 'unauthenticated']);
    },
  );

  it('is read again if two updates overtake each other (K73)', async () => {
    const newest = { ...JANE, user: { name: 'newest' } };
    const slow = held(JANE);
    let current: Session = JANE;
    const answers = { ...FORMS, 'GET session': () => current };
    const one = await listening({ ...answers, 'POST session': slow.answer });
    const other = await listening({ ...answers, 'POST session': () => (current = newest) });

    const update = one.updateSession(1);
    await slow.asked;
    await other.updateSession(2);
    slow.release();

    expect(await update).toEqual({ ok: true, session: newest });
    expect(one.sessionState().session).toEqual(newest);
  });

  it('is a sign-out, even if a tab without listeners reads slowly (K73)', async () => {
    const slow = held(JANE);
    const quiet = tab({ 'GET session': slow.answer });
    const other = await listening({ ...FORMS, 'GET session': JANE });

    const reading = quiet.getSession();
    await slow.asked;
    await other.signOut({ redirect: false });
    slow.release();

    expect(await reading).toEqual({ ok: true, session: null });
    expect(statusOf(other)).toBe('unauthenticated');
  });

  it('is a sign-in, even if the time before it is read slowly (K73)', async () => {
    const slow = held(null);
    let reads = 0;
    const one = tab({
      ...FORMS,
      'GET providers': PROVIDERS,
      'POST callback/credentials': { url: '/' },
      'GET session': () => (reads++ === 0 ? slow.answer() : JANE),
    });
    const other = await listening({ 'GET session': JANE });

    const reading = one.getSession();
    await slow.asked;
    await one.signIn('credentials', { redirect: false });
    slow.release();

    expect(await reading).toEqual({ ok: true, session: JANE });
    expect(statusOf(other)).toBe('authenticated');
  });
});

describe('a channel that others use too', () => {
  fakeBrowser();

  it.each([
    null,
    5,
    { session: null },
    { event: 'session', session: 5 },
    { event: 'session', session: { expires: {} } },
    { event: 'session', session: { ...JANE, big: 1n } },
  ])('changes nothing by %p (K73)', async (message) => {
    const client = await listening({ 'GET session': JANE });

    expect(() => tell(message)).not.toThrow();

    expect(client.sessionState().session).toEqual(JANE);
  });
});

describe('listeners', () => {
  fakeBrowser();

  it('are told although another one throws (K73)', async () => {
    const client = tab({ 'GET session': JANE });
    const seen: string[] = [];
    client.onSession(({ status }) => {
      if (status !== 'loading') throw new Error('a listener');
    });
    client.onSession(({ status }) => seen.push(status));

    expect(await client.getSession()).toEqual({ ok: true, session: JANE });
    expect(seen.at(-1)).toBe('authenticated');
  });

  it('may be the same function twice (K73)', async () => {
    const client = tab({ 'GET session': JANE });
    const seen: string[] = [];
    const listener = ({ status }: { status: string }) => seen.push(status);
    const stop = client.onSession(listener);
    client.onSession(listener);
    stop();

    await client.getSession();

    expect(seen.at(-1)).toBe('authenticated');
  });
});
