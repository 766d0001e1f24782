import type { ClientResponse } from '@authnest/testing';
import { startClock, stopClock } from '../support/clock.js';
import { addressHeader } from '../support/limited-app.js';
import { GOOD, PasswordApp } from '../support/password-app.js';
import { platforms } from '../support/test-app.js';

/** A network from which the owner signs in, and one from which nobody does. */
const HOME = '198.51.100.7';
const ELSEWHERE = '198.51.100.8';

describe.each(platforms())('somebody whose mails strangers use up, on %s', (platform) => {
  let app: PasswordApp;
  let nth = 0;
  let email: string;

  beforeAll(async () => {
    app = await PasswordApp.start({ platform, config: { limits: { address: addressHeader } } });
    stopClock();
  });
  afterAll(async () => {
    startClock();
    await app.close();
  });
  beforeEach(async () => {
    email = `vera-${(nth += 1)}@corp.example`;
    await app.registered(email);
  });

  const from = (network: string) => app.client({ 'x-test-address': network });
  const forget = (network: string) => app.send(from(network), 'forgot', { email });
  const askForLink = (network: string) => from(network).signIn('email', { email });

  async function flood(): Promise<void> {
    for (let at = 0; at < 20; at++) await forget(`203.0.${nth}.${at}`);
  }

  async function statusesOf(ask: (network: string) => Promise<ClientResponse>): Promise<number[]> {
    return [(await ask(HOME)).status, (await ask(ELSEWHERE)).status];
  }

  it.each([
    ['a password', (typed: string) => typed],
    ['a password, and the address was typed in capitals', (typed: string) => typed.toUpperCase()],
  ])('gets them after a sign-in with %s (FT7)', async (_, typedAs) => {
    await app.signIn(typedAs(email), GOOD, from(HOME));
    await flood();

    expect(await statusesOf(forget)).toEqual([302, 429]);
    expect(await statusesOf(askForLink)).toEqual([302, 429]);
  });

  it('gets them after a sign-in with a mailed link (FT7)', async () => {
    const browser = from(HOME);
    await browser.signIn('email', { email });
    await browser.get((await app.newest(email, 2)).link);
    expect(await browser.session()).toMatchObject({ user: { email } });
    await flood();

    expect(await statusesOf(forget)).toEqual([302, 429]);
  });
});
