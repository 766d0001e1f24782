import { customFetch } from '@auth/core';
import Apple from '@auth/core/providers/apple';
import Credentials from '@auth/core/providers/credentials';
import GitHub from '@auth/core/providers/github';
import Google from '@auth/core/providers/google';
import MicrosoftEntraID from '@auth/core/providers/microsoft-entra-id';
import Nodemailer from '@auth/core/providers/nodemailer';
import Passkey from '@auth/core/providers/passkey';
import Resend from '@auth/core/providers/resend';
import TikTok from '@auth/core/providers/tiktok';
import Twitch from '@auth/core/providers/twitch';
import type { AuthConfig } from '../config/options/auth-config.js';
import { needsSpecialCase, providerFetch } from './foreign-members.js';

const KEYS = { clientId: 'id', clientSecret: 'secret' };
const own: typeof fetch = () => Promise.resolve(new Response());
const ours: typeof fetch = () => Promise.resolve(new Response());

describe('providers of Auth.js', () => {
  it('fit the option `providers` unchanged, whether called or not', () => {
    const config: AuthConfig = {
      providers: [
        GitHub,
        GitHub({ ...KEYS, [customFetch]: own }),
        Google({ ...KEYS, checks: ['pkce', 'state'] }),
        Apple,
        MicrosoftEntraID({ issuer: 'https://login.microsoftonline.com/common/v2.0' }),
        Twitch,
        Credentials({ credentials: { pin: { label: 'PIN' } }, authorize: () => null }),
        Nodemailer({ server: 'smtp://localhost', from: 'shop@example.com' }),
        Passkey,
        Passkey({}),
        Resend,
        Resend({ apiKey: 'key', from: 'shop@example.com' }),
      ],
    };

    expect(config.providers).toHaveLength(12);
  });

  it('leave the types of functions that are written in place', () => {
    const config: AuthConfig = {
      providers: [
        {
          id: 'email',
          name: 'Email',
          type: 'email',
          sendVerificationRequest: ({ identifier, texts }) => texts.mail.subject(identifier),
        },
        {
          id: 'pin',
          name: 'PIN',
          type: 'credentials',
          credentials: { pin: {} },
          authorize: ({ pin }, { url }) => (pin === '1' ? { id: pin, image: url } : null),
        },
      ],
    };

    expect(config.providers).toHaveLength(2);
  });
});

describe('providerFetch', () => {
  it('is read from the options of a preset, by the symbol of Auth.js or by name (PRV-9)', () => {
    expect(providerFetch(GitHub({ ...KEYS, [customFetch]: own }))).toBe(own);
    expect(providerFetch({ options: { fetch: ours } })).toBe(ours);
  });

  it('is the `fetch` of the preset if the options have none', () => {
    const preset = TikTok(KEYS);

    expect(providerFetch(preset)).toBe(preset[customFetch]);
    expect(providerFetch({ fetch: ours })).toBe(ours);
  });

  it('prefers the options to the preset (15.26)', () => {
    expect(providerFetch(TikTok({ ...KEYS, [customFetch]: own }))).toBe(own);
    expect(providerFetch({ fetch: ours, options: { fetch: own } })).toBe(own);
  });

  it('ignores the `fetch` of a preset that is marked for special treatment (PRV-10)', () => {
    expect(needsSpecialCase(Apple(KEYS))).toBe(true);
    expect(providerFetch(Apple(KEYS))).toBeUndefined();
    expect(providerFetch(Apple({ ...KEYS, [customFetch]: own }))).toBe(own);
  });

  it('is undefined if none is passed, or if it is not a function', () => {
    expect(providerFetch(GitHub(KEYS))).toBeUndefined();
    expect(providerFetch({ [Symbol('custom-fetch')]: 'no function' })).toBeUndefined();
    expect(needsSpecialCase(GitHub(KEYS))).toBe(false);
  });
});
