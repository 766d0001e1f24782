import { customFetch } from '@auth/core';
import Apple from '@auth/core/providers/apple';
import GitHub from '@auth/core/providers/github';
import Google from '@auth/core/providers/google';
import MicrosoftEntraID from '@auth/core/providers/microsoft-entra-id';
import TikTok from '@auth/core/providers/tiktok';
import Twitch from '@auth/core/providers/twitch';
import type { AuthConfig } from '../options/auth-config.js';
import { needsSpecialCase, providerFetch } from './foreign-members.js';

const KEYS = { clientId: 'id', clientSecret: 'secret' };
const own: typeof fetch = () => Promise.resolve(new Response());
const ours: typeof fetch = () => Promise.resolve(new Response());

describe('providers of Auth.js', () => {
  it('fit the option `providers` as they are, called or not', () => {
    const config: AuthConfig = {
      providers: [
        GitHub,
        GitHub({ ...KEYS, [customFetch]: own }),
        Google({ ...KEYS, checks: ['pkce', 'state'] }),
        Apple,
        MicrosoftEntraID({ issuer: 'https://login.microsoftonline.com/common/v2.0' }),
        Twitch,
      ],
    };

    expect(config.providers).toHaveLength(6);
  });
});

describe('providerFetch', () => {
  it('PRV-9 is what the user of a preset passed, under the symbol of Auth.js or by name', () => {
    expect(providerFetch(GitHub({ ...KEYS, [customFetch]: own }))).toBe(own);
    expect(providerFetch({ options: { fetch: ours } })).toBe(ours);
  });

  it('is that of the preset where its user passed none', () => {
    const preset = TikTok(KEYS);

    expect(providerFetch(preset)).toBe(preset[customFetch]);
    expect(providerFetch({ fetch: ours })).toBe(ours);
  });

  it('15.26 lets the user win over the preset', () => {
    expect(providerFetch(TikTok({ ...KEYS, [customFetch]: own }))).toBe(own);
    expect(providerFetch({ fetch: ours, options: { fetch: own } })).toBe(own);
  });

  it('PRV-10 leaves out the one that repairs what needs no repair here', () => {
    expect(needsSpecialCase(Apple(KEYS))).toBe(true);
    expect(providerFetch(Apple(KEYS))).toBeUndefined();
    expect(providerFetch(Apple({ ...KEYS, [customFetch]: own }))).toBe(own);
  });

  it('is none where nobody passed one, or no function', () => {
    expect(providerFetch(GitHub(KEYS))).toBeUndefined();
    expect(providerFetch({ [Symbol('custom-fetch')]: 'no function' })).toBeUndefined();
    expect(needsSpecialCase(GitHub(KEYS))).toBe(false);
  });
});
