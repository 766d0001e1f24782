import { presets } from '../../../test/support/presets.js';

describe('the package', () => {
  it('has 93 providers, each with an id and a name of its own', () => {
    const configs = presets.map(([, preset]) => preset());

    expect(configs).toHaveLength(93);
    expect(new Set(configs.map(({ id }) => id)).size).toBe(93);
    expect(new Set(configs.map(({ name }) => name)).size).toBe(93);
  });
});

describe('PKCE', () => {
  // Apple and Slack use a nonce instead; WeChat and the rest support neither.
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
  it('has an id for URLs, and is complete without options', () => {
    expect(preset({})).toMatchObject({
      id: expect.stringMatching(/^[a-z0-9]+(?:-[a-z0-9]+)*$/) as unknown,
      name: expect.stringMatching(/\S/) as unknown,
    });
  });

  it('lets options override defaults, and does not modify them', () => {
    const options = Object.freeze({
      clientId: 'shop',
      authorization: Object.freeze({ params: Object.freeze({ scope: 'own' }) }),
    });

    expect(preset(options).options).toMatchObject(options);
  });

  it('shares nothing between two calls (O7)', () => {
    const [first, second] = [preset({}), preset({})];

    expect(first).not.toBe(second);
    if (first.style) first.style.brandColor = 'red';
    expect(second.style?.brandColor).not.toBe('red');
  });

  it('does not show its secrets (I07)', () => {
    expect(JSON.stringify(preset({ clientSecret: 'canary' }))).not.toContain('canary');
  });

  it('has a brand colour, and no logo or an inline one of at most 2 kB', () => {
    const { brandColor, logo } = preset().style ?? {};

    expect(brandColor).toMatch(/^#[0-9a-f]{6}$/);
    if (logo === undefined) return;
    expect(logo).toMatch(/^data:image\/svg\+xml,%3Csvg/);
    expect(logo.length).toBeLessThanOrEqual(2000);
  });

  it('requests https URLs only', () => {
    const { issuer, authorization, token, userinfo, wellKnown } = preset();
    const urls = [issuer, wellKnown, ...[authorization, token, userinfo].map(urlOf)];

    for (const url of urls) {
      if (url !== undefined) expect(url).toMatch(/^(?:https:\/\/|\{issuer\}\/)/);
    }
  });
});

function urlOf(endpoint: unknown): string | undefined {
  if (typeof endpoint === 'string') return endpoint;
  const { url } = (endpoint ?? {}) as { url?: string };
  return url;
}
