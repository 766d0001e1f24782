import { presets } from '../../../test/support/presets.js';

describe('the package', () => {
  it('has 93 providers with unique ids and names', () => {
    const configs = presets.map(([, preset]) => preset());

    expect(configs).toHaveLength(93);
    expect(new Set(configs.map(({ id }) => id)).size).toBe(93);
    expect(new Set(configs.map(({ name }) => name)).size).toBe(93);
  });
});

describe('PKCE', () => {
  // Apple and Slack support a nonce instead; the others support neither.
  const WITHOUT = [
    'Apple',
    'Atlassian',
    'ClickUp',
    'LinkedIn',
    'Reddit',
    'Slack',
    'Threads',
    'WeChat',
  ];

  it('is used with every provider that supports it (V17)', () => {
    const without = presets.filter(([, preset]) => preset().checks?.includes('pkce') === false);

    expect(without.map(([name]) => name).sort()).toEqual(WITHOUT);
  });
});

describe.each([...presets])('%s', (_, preset) => {
  it('has a name and an id that is safe in URLs, even without options', () => {
    expect(preset({})).toMatchObject({
      id: expect.stringMatching(/^[a-z0-9]+(?:-[a-z0-9]+)*$/) as unknown,
      name: expect.stringMatching(/\S/) as unknown,
    });
  });

  it('keeps the options that override its defaults, and does not modify them', () => {
    const options = Object.freeze({
      clientId: 'shop',
      authorization: Object.freeze({ params: Object.freeze({ scope: 'own' }) }),
    });

    expect(preset(options).options).toMatchObject(options);
  });

  it('returns independent objects from two calls (O7)', () => {
    const [first, second] = [preset({}), preset({})];

    expect(first).not.toBe(second);
    if (first.style) first.style.brandColor = 'red';
    expect(second.style?.brandColor).not.toBe('red');
  });

  it('omits its secrets from JSON (I07)', () => {
    expect(JSON.stringify(preset({ clientSecret: 'canary' }))).not.toContain('canary');
  });

  it('has a brand colour, and no logo or an inline one of at most 2 kB', () => {
    const { brandColor, logo } = preset().style ?? {};

    expect(brandColor).toMatch(/^#[0-9a-f]{6}$/);
    if (logo === undefined) return;
    expect(logo).toMatch(/^data:image\/svg\+xml,%3Csvg/);
    expect(logo.length).toBeLessThanOrEqual(2000);
  });

  it('contains only https URLs', () => {
    const { type, issuer, authorization, token, userinfo, wellKnown } = preset();
    const all = [issuer, wellKnown, ...[authorization, token, userinfo].map(urlOf)];
    const urls = all.filter((url) => url !== undefined);

    expect(urls.filter((url) => !/^(?:https:\/\/|\{issuer\}\/)/.test(url))).toEqual([]);
    // Without any, the application has to name the issuer, which is then checked at start.
    expect(urls.length > 0 ? 'named' : type).toMatch(/^(?:named|oidc)$/);
  });
});

function urlOf(endpoint: unknown): string | undefined {
  if (typeof endpoint === 'string') return endpoint;
  const { url } = (endpoint ?? {}) as { url?: string };
  return url;
}
