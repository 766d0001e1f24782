import type { OIDCConfig } from '@authnest/core';
import { Cognito, Google, Okta } from './index.js';

describe('the logout of presets', () => {
  it('has the parameters of Cognito (J29)', () => {
    expect(Cognito().logoutDefaults).toEqual({ redirectParam: 'logout_uri', hint: 'none' });
  });

  it('stays here without a hint at Okta, which needs one (J29)', async () => {
    const url = new URL('https://okta.example/oauth2/v1/logout?id_token_hint=x');

    expect(await ask(Okta(), { url, idToken: 'x' })).toBe(url);
    expect(await ask(Okta(), { url })).toBeNull();
  });

  it('is unsupported at Google, which has no end session endpoint (J29)', () => {
    expect(Google().logoutDefaults).toBe('unsupported');
  });
});

function ask({ logoutDefaults }: OIDCConfig, context: object): unknown {
  if (typeof logoutDefaults !== 'object') throw new Error('the preset has no defaults');
  return logoutDefaults.request?.(context as never);
}
