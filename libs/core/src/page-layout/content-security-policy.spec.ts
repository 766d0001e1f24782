import { createHash } from 'node:crypto';
import type { PageSources } from './content-security-policy.js';
import { contentSecurityPolicy } from './content-security-policy.js';

const origin = 'https://app.example';

const policy = (sources: Partial<PageSources> = {}) =>
  contentSecurityPolicy({ style: 'p{}', images: [], forms: 'none', origin, ...sources });

describe('contentSecurityPolicy', () => {
  it('forbids all that it does not list, and inline code altogether (E09)', () => {
    const hash = createHash('sha256').update('p{}').digest('base64');

    expect(policy()).toBe(
      "default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; " +
        `style-src 'sha256-${hash}'; form-action 'none'`,
    );
  });

  it('forbids every frame (E08)', () => {
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

  it('lets a form of an https page reach any https address, and itself (E09)', () => {
    expect(policy({ forms: 'some' })).toMatch(/; form-action 'self' https:$/);
  });

  it('does not limit the forms of an http page (E09)', () => {
    expect(policy({ forms: 'some', origin: 'http://localhost:3000' })).not.toContain('form-action');
  });
});
