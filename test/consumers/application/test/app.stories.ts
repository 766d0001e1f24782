import { RecordStoreAdapter } from '@authnest/record-store';
import { CookieClient, FakeOAuthServer, signInAs } from '@authnest/testing';
import type { INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import request from 'supertest';
import { AppModule } from '../src/app.module.js';
import { Inbox } from './inbox.js';
import { SoftwareAuthenticator } from '../../../support/software-authenticator.js';

describe('an application with the packed packages', () => {
  const inbox = new Inbox();
  let provider: FakeOAuthServer;
  let app: INestApplication;
  let url: string;

  beforeAll(async () => {
    provider = await FakeOAuthServer.start({ claims: { sub: '7', email: 'ada@example.com' } });
    const { issuer, clientId, clientSecret } = provider.client;
    Object.assign(process.env, {
      AUTH_SECRET: 'a-secret-for-tests-of-this-application',
      AUTH_COMPANY_ISSUER: issuer,
      AUTH_COMPANY_ID: clientId,
      AUTH_COMPANY_SECRET: clientSecret,
      MAIL_SERVER: await inbox.start(),
    });
    const testing = await Test.createTestingModule({ imports: [AppModule] }).compile();
    app = testing.createNestApplication();
    await app.listen(0, '127.0.0.1');
    url = await app.getUrl();
  });
  afterAll(() => Promise.all([app.close(), provider.close(), inbox.stop()]));

  it('requires a session', () => request(app.getHttpServer()).get('/orders').expect(401));

  it('signs in with a password, using supertest', async () => {
    const jane = request.agent(app.getHttpServer());
    const { csrfToken } = (await jane.get('/auth/csrf')).body as { csrfToken: string };
    const form = { csrfToken, email: 'jane@example.com', password: 'a-long-password' };

    await jane.post('/auth/callback/credentials').type('form').send(form).expect(302);
    await jane.get('/orders').expect(200, ['tea for jane@example.com']);
  });

  it('opens a session for a test (K75)', async () => {
    const { cookie } = await signInAs(app, { email: 'lea@example.com' });

    const orders = request(app.getHttpServer()).get('/orders').set('Cookie', cookie);
    await orders.expect(200, ['tea for lea@example.com']);
  });

  it('signs in with an OpenID provider', async () => {
    const browser = new CookieClient(url);
    const { location = '' } = await browser.signIn('company');
    await browser.get((await provider.authorize(location)).url.href);

    expect((await browser.get('/orders')).json()).toEqual(['tea for ada@example.com']);
  });

  it('signs in with an emailed link', async () => {
    const browser = new CookieClient(url);
    await browser.signIn('nodemailer', { email: 'mia@example.com' });
    await browser.get(inbox.links[0] ?? '');

    expect((await browser.get('/orders')).json()).toEqual(['tea for mia@example.com']);
  });

  it('signs in with a passkey', async () => {
    const authenticator = new SoftwareAuthenticator(url);
    const made = await usePasskey('register', (options) => authenticator.create(options));
    await made.signOut();
    const browser = await usePasskey('authenticate', (options) => authenticator.get(options));

    expect((await browser.get('/orders')).json()).toEqual(['tea for kim@example.com']);
  });

  it('loads every package', () => expect(RecordStoreAdapter).toBeInstanceOf(Function));

  type Ceremony = Parameters<SoftwareAuthenticator['create']>[0];

  async function usePasskey(
    action: string,
    respond: (options: Ceremony) => object,
  ): Promise<CookieClient> {
    const browser = new CookieClient(url);
    const query = new URLSearchParams({ action, ...(action === 'register' && { email: KIM }) });
    const response = await browser.get(`/auth/webauthn-options/passkey?${query.toString()}`);
    const data = JSON.stringify(respond(response.json<{ options: Ceremony }>().options));
    const form = { csrfToken: await browser.csrfToken(), action, data };
    await browser.post('/auth/callback/passkey', { form });
    return browser;
  }
});

const KIM = 'kim@example.com';
