import { Credentials, Email } from '@authnest/core';
import { type ClientResponse, MemoryAdapter } from '@authnest/testing';
import { setClock, startClock, stopClock } from '../support/clock.js';
import { GUESSES } from '../support/guesses.js';
import { MailApp } from '../support/mail-app.js';
import { Mailbox } from '../support/mailbox.js';
import { addressHeader } from '../support/limited-app.js';
import { platforms, TestApp } from '../support/test-app.js';

const ADDRESS = 'vera@x.example';

describe.each(platforms())('the limit for mails and links on %s', (platform) => {
  let mail: MailApp;

  beforeEach(async () => {
    mail = await MailApp.start({ platform, config: { limits: { address: addressHeader } } });
    stopClock();
  });
  afterEach(async () => {
    startClock();
    await mail.close();
  });

  function ask(from: string, email = ADDRESS): Promise<ClientResponse> {
    return mail.app.client({ 'x-test-address': from }).signIn('email', { email });
  }

  async function guess(from: string, at: number): Promise<ClientResponse> {
    const query = new URLSearchParams({ token: `${at}`.padStart(64, '0'), email: ADDRESS });
    const client = mail.app.client({ 'x-test-address': from });
    const csrfToken = await client.knownCsrfToken();
    return client.post(`/auth/callback/email?${query}`, { form: { csrfToken } });
  }

  it('allows only a few of 200 requested mails to one address (F10)', async () => {
    const statuses: number[] = [];
    for (let at = 0; at < 200; at++) statuses.push((await ask('192.0.2.1')).status);

    expect(statuses.slice(0, 3)).toEqual([302, 302, 302]);
    expect(statuses.at(-1)).toBe(429);
    expect(mail.mailbox.mails.length).toBeLessThan(10);
  });

  it('applies to an address however many networks request mails (F10)', async () => {
    for (let at = 0; at < 200; at++) await ask(`192.0.2.${at}`);

    expect(mail.mailbox.mails.length).toBeLessThan(20);
  });

  it('applies to an address however it is written (F10)', async () => {
    for (let at = 0; at < 20; at++) await ask('192.0.2.1', at % 2 ? ADDRESS : ' VERA@X.example ');

    expect(mail.mailbox.mails.length).toBeLessThan(10);
  });

  it('applies to a mailbox whatever tag its address has (F10)', async () => {
    for (let at = 0; at < 30; at++) await ask(`192.0.2.${at}`, `vera+${at}@x.example`);

    expect(mail.mailbox.mails.length).toBeLessThan(20);
    expect((await ask('192.0.2.40', 'vera@x.example')).status).toBe(429);
    expect((await ask('192.0.2.41', 'otto+1@x.example')).status).toBe(302);
  });

  it('is the same for known and unknown addresses', async () => {
    const client = mail.app.client({ 'x-test-address': '198.51.100.1' });
    await client.get(await mail.linkFor(ADDRESS, client));
    const answersFor = async (email: string, from: string): Promise<unknown[]> => {
      const results: unknown[] = [];
      for (let at = 0; at < 6; at++) {
        const { status, location, headers } = await ask(from, email);
        results.push([status, location, headers['retry-after']]);
      }
      return results;
    };

    expect(await answersFor('nobody@x.example', '192.0.2.1')).toEqual(
      await answersFor(ADDRESS, '192.0.2.2'),
    );
  });

  it('stops guesses from one network (F10)', async () => {
    const statuses: number[] = [];
    for (let at = 0; at < GUESSES; at++) statuses.push((await guess('192.0.2.1', at)).status);

    expect(statuses.filter((status) => status !== 429).length).toBeLessThan(25);
  });

  it('stops guesses from many networks, while the real link still signs in (F10)', async () => {
    const owner = mail.app.client({ 'x-test-address': '198.51.100.1' });
    const link = await mail.linkFor(ADDRESS, owner);
    const statuses: number[] = [];
    for (let at = 0; at < GUESSES; at++) {
      statuses.push((await guess(`203.0.${at >> 8}.${at & 255}`, at)).status);
    }

    expect(statuses.filter((status) => status !== 429).length).toBeLessThan(120);
    expect((await owner.get(link)).location).toBe(`${mail.app.url}/home`);
    expect(await owner.session()).toMatchObject({ user: { email: ADDRESS } });
  });

  it('lets a user who had to wait sign in with the same link in the same browser (F12)', async () => {
    const owner = mail.app.client({ 'x-test-address': '192.0.2.1' });
    const link = await mail.linkFor(ADDRESS, owner);
    for (let at = 0; at < 12; at++) await guess('192.0.2.1', at);

    expect((await owner.get(link)).status).toBe(429);
    setClock(20);

    expect((await owner.get(link)).location).toBe(`${mail.app.url}/home`);
    expect(await owner.session()).toMatchObject({ user: { email: ADDRESS } });
  });

  it('lets a network request mails again once its wait is over', async () => {
    for (let at = 0; at < 6; at++) await ask('192.0.2.1');
    const sent = mail.mailbox.mails.length;
    setClock(60);

    expect((await ask('192.0.2.1')).status).toBe(302);
    expect(mail.mailbox.mails).toHaveLength(sent + 1);
  });
});

describe.each(platforms())('mails that the signIn callback refuses, on %s', (platform) => {
  it('are counted before the callback runs, since it might look up the user (F10)', async () => {
    let asked = 0;
    const signIn = (): boolean => {
      asked += 1;
      return false;
    };
    const config = { limits: { address: addressHeader }, callbacks: { signIn } };
    const mail = await MailApp.start({ platform, config });
    const statuses: number[] = [];
    for (let at = 0; at < 50; at++) {
      const client = mail.app.client({ 'x-test-address': '192.0.2.1' });
      statuses.push((await client.signIn('email', { email: ADDRESS })).status);
    }
    await mail.close();

    expect(statuses.at(-1)).toBe(429);
    expect(asked).toBeLessThan(10);
    expect(mail.mailbox.mails).toHaveLength(0);
  });
});

describe.each(platforms())('mails beside a list of the application, on %s', (platform) => {
  it('are not spared where somebody of that list has signed in with the address (F10)', async () => {
    const inbox = await Mailbox.start();
    const list = Credentials({
      credentials: { email: { type: 'email' } },
      authorize: ({ email }: { email?: string }) => ({ id: `list-${email}` }),
    });
    const app = await TestApp.start({
      platform,
      config: {
        adapter: new MemoryAdapter(),
        providers: [list, Email({ server: inbox.url })],
        limits: { address: addressHeader },
      },
    });
    const signIn = (network: string, provider: string) =>
      app.client({ 'x-test-address': network }).signIn(provider, { email: ADDRESS });
    for (let at = 0; at < 30; at++) {
      expect((await signIn(`192.0.2.${at}`, 'credentials')).location).not.toContain('error');
      await signIn(`192.0.2.${at}`, 'email');
    }
    await app.close();
    await inbox.close();

    expect(inbox.mails.length).toBeLessThan(20);
  });
});
