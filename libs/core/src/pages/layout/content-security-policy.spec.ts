import { createHash } from 'node:crypto';
import type { PageSources } from './content-security-policy.js';
import { contentSecurityPolicy } from './content-security-policy.js';

const origin = 'https://app.example';

const policy = (sources: Partial<PageSources> = {}) =>
  contentSecurityPolicy({ style: 'p{}', images: [], forms: 'none', origin, ...sources });

describe('contentSecurityPolicy', () => {
  it('forbids everything that it does not list, inline code included (E09)', () => {
    const hash = createHash('sha256').update('p{}').digest('base64');

    expect(policy()).toBe(
      "default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; " +
        `style-src 'sha256-${hash}'; form-action 'none'`,
    );
  });

  it('forbids every frame (E08)', () => {
    expect(policy()).toContain("frame-ancestors 'none'");
  });

  it('lists each image source once, and no others', () => {
    const images = [
      '/logo.svg',
      `${origin}/two.svg`,
      'data:image/png,x',
      'https://cdn.example:8443/a.png',
      'https://cdn.example:8443/b.png',
    ];

    expect(policy({ images })).toContain("; img-src 'self' data: https://cdn.example:8443; ");
  });

  it('allows a form on an https page to post to its origin and to any https URL (E09)', () => {
    expect(policy({ forms: 'some' })).toMatch(/; form-action 'self' https:$/);
  });

  it('does not restrict the forms on an http page (E09)', () => {
    expect(policy({ forms: 'some', origin: 'http://localhost:3000' })).not.toContain('form-action');
  });
});
