import { renderVerifyRequestPage } from './verify-request.page.js';
import { IN_ENGLISH } from '../texts/resolve-languages.js';

describe('renderVerifyRequestPage', () => {
  const { html, contentSecurityPolicy } = renderVerifyRequestPage({
    theme: {},
    language: IN_ENGLISH,
    origin: 'https://app.example',
  });

  it('sends people to their inbox, and offers the way back to the site', () => {
    expect(html).toContain('<title>Verify Request</title>');
    expect(html).toContain('<div class="verify-request"><div class="card">');
    expect(html).toContain('<h1>Check your inbox</h1>');
    expect(html).toContain('<a class="button" href="https://app.example/">Go to app.example</a>');
  });

  it('C10 loads nothing', () => {
    expect(html).not.toMatch(/<img|<link|<script|url\(/);
    expect(contentSecurityPolicy).not.toContain('img-src');
  });
});
