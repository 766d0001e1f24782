import { Asgardeo } from './asgardeo.js';
import { OneLogin } from './onelogin.js';

describe('an issuer whose path is the same for all tenants', () => {
  it.each([
    ['https://ada.onelogin.com', 'https://ada.onelogin.com/oidc/2'],
    ['https://ada.onelogin.com/', 'https://ada.onelogin.com/oidc/2'],
    ['https://ada.onelogin.com/oidc/2', 'https://ada.onelogin.com/oidc/2'],
    ['https://ada.onelogin.com/oidc/2/', 'https://ada.onelogin.com/oidc/2'],
    [undefined, undefined],
    ['', ''],
  ])('is completed if the option is %j', (issuer, complete) => {
    expect(OneLogin({ issuer }).options?.issuer).toBe(complete);
  });

  it('is completed for Asgardeo', () => {
    expect(Asgardeo({ issuer: 'https://api.asgardeo.io/t/ada' }).options?.issuer).toBe(
      'https://api.asgardeo.io/t/ada/oauth2/token',
    );
  });
});
