import { Apple, appleClientSecret } from '@authnest/providers';
import { FakeOAuthServer } from '@authnest/testing';
import type { INestApplication } from '@nestjs/common';
import { generateKeyPairSync } from 'node:crypto';
import { jwtVerify } from 'jose';
import { postCallback } from '../support/post-callback.js';
import { type CheckedClient, platforms, TestApp } from '../support/test-app.js';

const CLIENT_ID = 'com.example.web';
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const clientSecret = appleClientSecret({
  teamId: 'TEAM567890',
  keyId: 'KEY4567890',
  privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
});

describe.each(platforms())('sign-in with Apple on %s', (platform) => {
  let apple: FakeOAuthServer;
  let app: TestApp;
  let secrets: string[];

  beforeAll(async () => {
    apple = await FakeOAuthServer.start({
      issuer: 'https://appleid.apple.com',
      clientId: CLIENT_ID,
      claims: { sub: '001234.abcd.0456', email: 'ada@example.com', email_verified: 'true' },
    });
    app = await TestApp.start({
      platform,
      platformOptions: { trustProxy: true },
      configure: (own: INestApplication) => {
        if (platform === 'express') own.getHttpAdapter().getInstance().set('trust proxy', true);
      },
      config: { providers: [Apple({ clientId: CLIENT_ID, clientSecret })], fetch: apple.fetch },
    });
  });
  beforeEach(() => {
    apple.reset();
    secrets = [];
    // The server has no secret to compare this one with: Apple stores only the public key.
    apple.answer('token', async ({ form }) => {
      secrets.push(form.get('client_secret') ?? '');
      return { json: { access_token: 'a', token_type: 'Bearer', id_token: await idToken() } };
    });
  });
  afterAll(async () => {
    await app.close();
    await apple.close();
  });

  function idToken(): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const nonce = apple.requestsTo('authorize').at(-1)?.query.get('nonce') ?? undefined;
    const times = { iat: now, exp: now + 600 };
    return apple.sign({ iss: apple.issuer, aud: CLIENT_ID, nonce, ...times, ...apple.claims });
  }

  /** Signs in at Apple, which posts a form back. @param user - the field a first consent adds */
  async function signIn(browser: CheckedClient, user?: string): Promise<unknown> {
    const { location = '' } = await browser.signIn('apple', { callbackUrl: '/home' });
    const { url, form } = await apple.authorize(location);
    expect(form).toBeDefined();
    const fields = { ...form, ...(user !== undefined && { user }) };
    const headers = { origin: 'https://appleid.apple.com' };
    const callback = await postCallback(browser, url.pathname, { form: fields, headers });
    expect(callback.location).toMatch(/\/home$/);
    return (await browser.session())?.user;
  }

  const https = (): CheckedClient => app.client({ 'x-forwarded-proto': 'https' });

  it('uses the name that the first consent posts', async () => {
    const user = JSON.stringify({ name: { firstName: 'Ada', lastName: 'Lovelace' } });

    expect(await signIn(https(), user)).toEqual({
      name: 'Ada Lovelace',
      email: 'ada@example.com',
    });
  });

  it.each([undefined, '', 'no JSON', '{"name":{"firstName":{},"lastName":5}}', '{"name":null}'])(
    'uses the address as the name if %j is posted',
    async (user) => {
      expect(await signIn(https(), user)).toEqual({
        name: 'ada@example.com',
        email: 'ada@example.com',
      });
    },
  );

  it('reads only the name from the form', async () => {
    const user = JSON.stringify({ name: {}, sub: 'other', email: 'otto@example.com' });

    expect(await signIn(https(), user)).toMatchObject({ email: 'ada@example.com' });
  });

  it('ignores the name in the form if the ID token has a name', async () => {
    const reported = { name: { firstName: 'Ada', lastName: 'Lovelace' } };
    const sent = { name: { firstName: 'Otto', lastName: 'Other' } };
    apple.claims = { ...apple.claims, user: reported };

    expect(await signIn(https(), JSON.stringify(sent))).toMatchObject({ name: 'Ada Lovelace' });
  });

  it('sends a client secret signed with the key, in the form body', async () => {
    await signIn(https());

    const { payload } = await jwtVerify(secrets[0] ?? '', publicKey);
    expect(payload).toMatchObject({ sub: CLIENT_ID, iss: 'TEAM567890', aud: apple.issuer });
    const [request] = apple.requestsTo('token');
    expect(request?.headers.authorization).toBeUndefined();
    expect(request?.form.get('client_id')).toBe(CLIENT_ID);
  });

  it('calls no userinfo endpoint', async () => {
    await signIn(https());

    expect(apple.requestsTo('userinfo')).toEqual([]);
  });
});
