import { createHash } from 'node:crypto';
import type { PageSources } from './content-security-policy.js';
import { contentSecurityPolicy } from './content-security-policy.js';

const origin = 'https://app.example';

const policy = (sources: Partial<PageSources> = {}) =>
  contentSecurityPolicy({ style: 'p{}', images: [], forms: 'none', origin, ...sources });

describe('contentSecurityPolicy', () => {
  it('E09 forbids all that it does not list, and inline code altogether', () => {
    const hash = createHash('sha256').update('p{}').digest('base64');

    expect(policy()).toBe(
      "default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; " +
        `style-src 'sha256-${hash}'; form-action 'none'`,
    );
  });

  it('E08 forbids every frame', () => {
    expect(policy()).toContain("frame-ancestors 'none'");
  });

  it('names each source of an image once, and no other', () => {
    const images = [
      '/logo.svg',
      `${origin}/two.svg`,
      'data:image/png,x',
      'https://cdn.example:8443/a.png',
      'https://cdn.example:8443/b.png',
    ];

    expect(policy({ images })).toContain("; img-src 'self' data: https://cdn.example:8443; ");
  });

  it('E09 lets a form of an https page reach any https address, and itself', () => {
    expect(policy({ forms: 'some' })).toMatch(/; form-action 'self' https:$/);
  });

  it('E09 limits no form of an http page', () => {
    expect(policy({ forms: 'some', origin: 'http://localhost:3000' })).not.toContain('form-action');
  });
});
