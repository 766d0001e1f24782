import { renderErrorPage } from './error.page.js';
import { IN_ENGLISH, resolveLanguages } from '../config/texts/resolve-languages.js';

const render = (error?: string) =>
  renderErrorPage({
    theme: {},
    language: IN_ENGLISH,
    error,
    signInUrl: 'https://app.example/auth/signin',
    origin: 'https://app.example',
  });

const SIGN_IN = '<a class="button primary" href="https://app.example/auth/signin">Sign in</a>';
const SITE = '<a class="button" href="https://app.example/">Go to app.example</a>';

describe('renderErrorPage', () => {
  it.each([
    ['Configuration', 500, 'Sign-in is not available'],
    ['AccessDenied', 403, 'Access denied'],
    ['Verification', 403, 'This link no longer works'],
    ['CredentialsSignin', 200, 'You are not signed in'],
    ['Nonsense', 200, 'Something went wrong'],
    [undefined, 200, 'Something went wrong'],
  ])('shows %s with status %d and the heading %s', (error, status, heading) => {
    const page = render(error);

    expect(page.status).toBe(status);
    expect(page.html).toContain(`<h1>${heading}</h1>`);
    expect(page.html).toContain('<title>Error – app.example</title>');
    expect(page.html).toContain('<div class="error"><div class="card">');
  });

  it.each(['AccessDenied', 'Verification'])('links from %s to sign-in', (error) => {
    expect(render(error).html).toContain(SIGN_IN);
  });

  it('links from Configuration only to the site', () => {
    expect(render('Configuration').html).toContain(SITE);
    expect(render('Configuration').html).not.toContain(SIGN_IN);
  });

  it.each(['Nonsense', undefined])('links from %s to the sign-in page too (RP13)', (error) => {
    expect(render(error).html).toContain(SITE);
    expect(render(error).html).toContain(SIGN_IN);
  });

  it.each(
    resolveLanguages(undefined).flatMap((language) =>
      Object.keys(language.texts.errors).map((error) => [error, language.tag, language] as const),
    ),
  )('has a heading, a sentence and a link for %s in %s', (error, _, language) => {
    const { html } = renderErrorPage({
      theme: {},
      language,
      error,
      signInUrl: '/auth/signin',
      origin: 'https://app.example',
    });

    expect(html).toMatch(/<h1>[^<]+<\/h1><p>[^<]+[.]<\/p>/);
    expect(html).toMatch(/<nav aria-label="[^"]+"><a class="button[^"]*" href="[^"]+">[^<]+<\/a>/);
  });

  it('does not repeat an unknown error (A17)', () => {
    const { html } = render('<img src=x onerror=alert(1)>');

    expect(html).toBe(render().html);
  });

  it('does not link to a sign-in URL that is not an http(s) URL or a path (A18)', () => {
    const { html } = renderErrorPage({
      theme: {},
      language: IN_ENGLISH,
      error: 'AccessDenied',
      signInUrl: 'javascript:alert(1)',
      origin: 'https://app.example',
    });

    expect(html).not.toContain('javascript:');
  });

  it('has no form, and its policy allows none', () => {
    expect(render().html).not.toContain('<form');
    expect(render().contentSecurityPolicy).toContain("form-action 'none'");
  });
});
