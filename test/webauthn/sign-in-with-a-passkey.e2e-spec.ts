import { MemoryAdapter } from '@authnest/testing';
import { PasskeyUser, startPasskeyApp } from '../support/passkeys.js';
import { platforms, type TestApp } from '../support/test-app.js';

describe.each(platforms())('passkeys on %s', (platform) => {
  let app: TestApp;
  let adapter: MemoryAdapter;

  beforeEach(async () => {
    adapter = new MemoryAdapter();
    app = await startPasskeyApp({ platform, adapter });
  });
  afterEach(() => app.close());

  it('register a new user, who can sign in again with the new passkey', async () => {
    const ada = new PasskeyUser(app);

    const { authenticator, response } = await ada.register();

    expect(response).toMatchObject({ status: 302, location: app.url });
    expect(await ada.session()).toMatchObject({ user: { email: 'ada@example.com' } });
    const later = new PasskeyUser(app);
    expect(await later.signIn(authenticator)).toMatchObject({ status: 302, location: app.url });
    expect(await later.session()).toMatchObject({ user: { email: 'ada@example.com' } });
  });
});
