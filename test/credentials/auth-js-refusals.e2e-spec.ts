import { AccessDenied, CredentialsSignin } from '@auth/core/errors';
import Credentials from '@auth/core/providers/credentials';
import { platforms, TestApp } from '../support/test-app.js';

class Locked extends CredentialsSignin {
  override code = 'locked';
}

describe.each(platforms())('a provider of Auth.js on %s', (platform) => {
  it.each([
    ['CredentialsSignin&code=credentials', 'signin', () => new CredentialsSignin()],
    ['CredentialsSignin&code=locked', 'signin', () => new Locked('after five attempts')],
    ['AccessDenied', 'error', () => new AccessDenied('not here')],
  ])('refuses with the error %s of Auth.js', async (error, page, make) => {
    const refuse = () => {
      throw make();
    };
    const provider = Credentials({ credentials: { pin: {} }, authorize: refuse });
    const app = await TestApp.start({ platform, config: { providers: [provider] } });

    const { location } = await app.client().signIn('credentials', { pin: '1' });

    expect(location).toBe(`${app.url}/auth/${page}?error=${error}`);
    await app.close();
  });
});
