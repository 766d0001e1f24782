import { createHash } from 'node:crypto';
import type { SignInPageProps } from './sign-in.page.js';
import { renderSignInPage } from './sign-in.page.js';
import type { CredentialsListing, EmailListing, OAuthListing } from './provider-listing.js';
import { IN_ENGLISH } from '../config/texts/resolve-languages.js';

const origin = 'https://app.example';

const aProvider = (id: string, style: OAuthListing['style'] = {}): OAuthListing => ({
  id,
  name: id.toUpperCase(),
  type: 'oidc',
  style,
});

const credentials: CredentialsListing = {
  id: 'credentials',
  name: 'Password',
  type: 'credentials',
  credentials: { user: {}, secret: { label: 'Your secret', type: 'password', required: true } },
};

const email: EmailListing = { id: 'email', name: 'Nodemailer', type: 'email' };

const withAddress: CredentialsListing = {
  id: 'credentials',
  name: 'Credentials',
  type: 'credentials',
  credentials: { email: {}, password: { type: 'password' } },
};

const render = (props: Partial<SignInPageProps> = {}) =>
  renderSignInPage({
    theme: {},
    language: IN_ENGLISH,
    providers: [],
    csrfToken: 'a-token',
    callbackUrl: `${origin}/home`,
    actionUrl: (action, id) => `${origin}/auth/${action}/${id}`,
    origin,
    ...props,
  });

/** Lists the parts of the body in order: button labels, dividers and empty states. */
const outline = (html: string) =>
  [...html.matchAll(/<button[^>]*>(.*?)<\/button>|<p class="or">|<p class="empty">/gs)].map(
    ([all, button]) => button?.replace(/<[^>]*>/g, '') ?? all,
  );

describe('renderSignInPage', () => {
  it('has the title, the language and the classes that applications rely on', () => {
    const { html } = render();

    expect(html).toMatch(/^<!DOCTYPE html><html lang="en">/);
    expect(html).toContain('<title>Sign In – app.example</title>');
    expect(html).toContain('<body class="__next-auth-theme-auto">');
    expect(html).toMatch(/<main class="page"><div class="signin"><div class="card">/);
    expect(html).toContain('<meta name="robots" content="noindex"/>');
  });

  it('shows the main form first, and all other ways to sign in below one divider (NW10)', () => {
    const other: CredentialsListing = { ...credentials, id: 'staff', name: 'Staff' };
    const providers = [aProvider('a'), credentials, aProvider('b'), other, email];

    expect(outline(render({ providers }).html)).toEqual([
      '',
      'Continue with Password',
      '<p class="or">',
      '',
      'Sign in',
      'Continue with email',
      'Continue with A',
      'Continue with B',
    ]);
  });

  it.each([
    ['only providers', [aProvider('a'), aProvider('b')]],
    ['only one form', [credentials]],
  ])('has no divider with %s', (_, providers) => {
    expect(outline(render({ providers }).html)).not.toContain('<p class="or">');
  });

  it('folds a group with different fields, and works without JavaScript', () => {
    const other: CredentialsListing = { ...credentials, id: 'staff', name: 'Staff' };
    const { html } = render({ providers: [credentials, other] });

    expect(html).toContain('<span>Continue with Staff</span></summary>');
    expect(html).toContain('action="https://app.example/auth/callback/staff"');
    expect(html.match(/button primary/g)).toHaveLength(1);
  });

  it('asks only once for the address that email and password sign-in share', () => {
    const { html } = render({ providers: [withAddress, email] });

    expect(html.match(/name="email"/g)).toHaveLength(1);
    expect(outline(html)).toEqual(['', 'Sign in', 'Email me a link']);
    expect(html).toContain(
      '<button class="button" type="submit" form="form-for-credentials-provider" ' +
        'formaction="https://app.example/auth/signin/email" formnovalidate>',
    );
  });

  it('shows a failure at the provider that was tried, and focuses the field to retype', () => {
    const other: CredentialsListing = { ...credentials, id: 'staff' };
    const tried = { providerId: 'staff', value: 'jane' };
    const { html } = render({ providers: [credentials, other], error: 'CredentialsSignin', tried });

    expect(html).toContain('<details open>');
    expect(html).toMatch(
      /id="input-user-for-staff-provider" name="user" value="jane" aria-invalid="true" aria-describedby="sign-in-error"/,
    );
    expect(html).toMatch(/id="input-secret-for-staff-provider" name="secret" autofocus/);
    expect(html.match(/aria-invalid/g)).toHaveLength(2);
  });

  it('links to the configured pages of the application, and to no others', () => {
    const links = { forgotPassword: '/forgot', createAccount: 'https://x.example/join' };
    const { html } = render({ providers: [credentials], links });

    expect(html).toContain('<p class="help"><a href="/forgot">Forgot password?</a></p>');
    expect(html).toContain('<a href="https://x.example/join">Create an account</a>');
    expect(html).not.toMatch(/Terms|Privacy/);
    expect(render({ providers: [email], links }).html).not.toContain('/forgot');
    expect(render({ links: { terms: '/t', privacy: '/p' } }).html).toContain(
      '<footer class="legal"><a href="/t">Terms</a><a href="/p">Privacy</a></footer>',
    );
  });

  it('reports that no provider is configured', () => {
    const { html } = render();

    expect(outline(html)).toEqual(['<p class="empty">']);
    expect(html).toContain('There is no way to sign in yet.');
  });

  it('posts an OAuth button with the CSRF token and the callback URL', () => {
    expect(render({ providers: [aProvider('a')] }).html).toContain(
      '<form action="https://app.example/auth/signin/a" method="post">' +
        '<input type="hidden" name="csrfToken" value="a-token"/>' +
        '<input type="hidden" name="callbackUrl" value="https://app.example/home"/>' +
        '<button class="button provider-0" type="submit">',
    );
  });

  it('omits the CSRF field if the check is off', () => {
    const providers = [aProvider('a'), credentials];

    expect(render({ providers, csrfToken: undefined }).html).not.toContain('csrfToken');
  });

  it('labels each field of a credentials form', () => {
    const { html } = render({ providers: [credentials] });

    expect(html).toContain(
      '<form id="form-for-credentials-provider" action="https://app.example/auth/callback/credentials"',
    );
    expect(html).toContain('<label for="input-user-for-credentials-provider">user</label>');
    expect(html).toContain(
      '<input type="text" id="input-user-for-credentials-provider" name="user"/>',
    );
    expect(html).toContain(
      '<label for="input-secret-for-credentials-provider">Your secret</label>' +
        '<div class="secret"><input autocomplete="current-password" required type="password" ' +
        'id="input-secret-for-credentials-provider" name="secret"/>',
    );
  });

  it('does not show a hidden field of a credentials form', () => {
    const tenant = { type: 'hidden', value: 'north', label: 'Tenant' };
    const { html } = render({ providers: [{ ...credentials, credentials: { tenant } }] });

    expect(html).toContain('<input type="hidden" value="north" id="input-tenant-for');
    expect(html).not.toContain('Tenant');
  });

  it('renders a form without fields when `credentials` is empty', () => {
    const { html } = render({ providers: [{ ...credentials, credentials: {} }] });

    expect(outline(html)).toEqual(['Continue with Password']);
    expect(html).toContain('action="https://app.example/auth/callback/credentials"');
  });

  it('shows an error as an alert, with our own text', () => {
    expect(render({ error: 'CredentialsSignin' }).html).toContain(
      '<div class="error" role="alert" id="sign-in-error">These details are incorrect.',
    );
    expect(render({ error: '' }).html).not.toContain('role="alert"');
    expect(render().html).not.toContain('role="alert"');
  });

  it('shows the generic text for an unknown error and does not repeat it (A17)', () => {
    const { html } = render({ error: '<img src=x onerror=alert(1)>' });

    expect(html).toContain(
      '<div class="error" role="alert" id="sign-in-error">The sign-in could not be completed.',
    );
    expect(html).not.toContain('onerror');
  });

  it('draws the same icon for every provider without a logo, and loads no image (C10)', () => {
    const { html, contentSecurityPolicy } = render({ providers: [aProvider('a'), aProvider('b')] });

    const [first, second] =
      html.match(/<span class="mark" aria-hidden="true"><svg.*?<\/svg>/g) ?? [];
    expect(first).toBeDefined();
    expect(second).toBe(first);
    expect(html).not.toContain('<img');
    expect(contentSecurityPolicy).not.toContain('img-src');
  });

  it('shows a configured logo and allows its origin', () => {
    const logo = 'https://cdn.example/a.svg';
    const { html, contentSecurityPolicy } = render({ providers: [aProvider('a', { logo })] });

    expect(html).toContain(`<img src="${logo}" alt width="24" height="24" loading="lazy"`);
    expect(contentSecurityPolicy).toContain('img-src https://cdn.example;');
  });

  it('shows a logo without a dark variant on a white plate', () => {
    const { html } = render({ providers: [aProvider('a', { logo: '/a.svg' })] });

    expect(html).toContain('<span class="mark logo-mark" aria-hidden="true"><img src="/a.svg"');
  });

  it.each([
    [
      'auto',
      '<picture><source srcset="https://b.example/b%20c.svg" media="(prefers-color-scheme: dark)"/><img src="/a.svg"',
    ],
    ['light', '<span class="mark" aria-hidden="true"><img src="/a.svg"'],
    ['dark', '<span class="mark" aria-hidden="true"><img src="data:image/png,b c"'],
  ] as const)('shows the logo variant that fits the colour scheme %s', (colorScheme, expected) => {
    const logoDark = colorScheme === 'dark' ? 'data:image/png,b c' : 'https://b.example/b%20c.svg';
    const provider = aProvider('a', { logo: '/a.svg', logoDark });

    const { html, contentSecurityPolicy } = render({
      theme: { colorScheme },
      providers: [provider],
    });

    expect(html).toContain(expected);
    expect(html).not.toContain('logo-mark"');
    expect(contentSecurityPolicy).toContain(
      colorScheme === 'dark' ? "img-src 'self' data:;" : "img-src 'self' https://b.example;",
    );
  });

  it('encodes a space in the URL of a dark logo, since it would end the URL in `srcset`', () => {
    const style = { logo: '/a.svg', logoDark: 'data:image/svg+xml,<svg viewBox="0 0 1 1"/>' };

    expect(render({ providers: [aProvider('a', style)] }).html).toContain(
      'srcset="data:image/svg+xml,&lt;svg%20viewBox=&quot;0%200%201%201&quot;/>"',
    );
  });

  it.each([
    [8, 8],
    [9, 7],
    [20, 7],
  ])('given %i providers, shows %i and folds the rest, all in order', (count, shown) => {
    const providers = Array.from({ length: count }, (_, at) => aProvider(`p${at}`));

    const [open = '', folded = ''] = render({ providers }).html.split('<summary');

    const idsIn = (html: string): string[] =>
      [...html.matchAll(/\/signin\/(p\d+)"/g)].map(([, id = '']) => id);
    const ids = providers.map(({ id }) => id);
    expect(idsIn(open)).toEqual(ids.slice(0, shown));
    expect(idsIn(folded)).toEqual(ids.slice(shown));
    expect(folded.includes('<span>More ways to sign in</span>')).toBe(shown < count);
  });

  it.each(['javascript:alert(1)', 'data:text/html,<b>', '//evil.example/x.png'])(
    'does not emit the logo %s of a provider or a theme (A18)',
    (logo) => {
      const page = render({ theme: { logo }, providers: [aProvider('a', { logo })] });

      expect(page.html).not.toContain('<img');
      expect(page.contentSecurityPolicy).not.toContain('img-src');
    },
  );

  it('uses the brand colour of a provider, else the older `bg`, else white', () => {
    const { html } = render({
      providers: [
        aProvider('a', { brandColor: 'navy', bg: 'red' }),
        aProvider('b', { bg: '#abc' }),
      ],
    });

    expect(html).toContain('.provider-0{--provider-brand-color:navy}');
    expect(html).toContain('.provider-1{--provider-brand-color:#abc}');
    expect(render({ providers: [aProvider('c')] }).html).toContain(
      '.provider-0{--provider-brand-color:#fff}',
    );
  });

  it('uses the colours, the colour scheme and the logo of the theme', () => {
    const { html, contentSecurityPolicy } = render({
      theme: { brandColor: '#ff0', buttonText: 'navy', colorScheme: 'dark', logo: '/logo.svg' },
    });

    expect(html).toContain('{--brand-color:#ff0;--button-text-color:navy}');
    expect(html).toContain('<body class="__next-auth-theme-dark">');
    expect(html).toContain('<meta name="color-scheme" content="dark"/>');
    expect(html).toContain('<img class="logo" src="/logo.svg"');
    expect(contentSecurityPolicy).toContain("img-src 'self'");
  });

  it('chooses a readable colour for button text if the theme sets none', () => {
    expect(render({ theme: { brandColor: '#ff0' } }).html).toContain('--button-text-color:#000}');
    expect(render({ theme: { brandColor: '#00f' } }).html).toContain('--button-text-color:#fff}');
  });

  it('drops invalid colours and an unknown colour scheme (E10)', () => {
    const hostile = 'red}</style><script>alert(1)</script>';
    const { html } = render({
      theme: JSON.parse(
        JSON.stringify({ brandColor: hostile, buttonText: hostile, colorScheme: hostile }),
      ),
      providers: [aProvider('a', { brandColor: hostile })],
    });

    expect(html).not.toContain('alert(1)');
    expect(html).toContain('<body class="__next-auth-theme-auto">');
  });

  it('renders names, labels and the callback URL as text (E10)', () => {
    const hostile = `"><script>alert(1)</script>`;
    const { html } = render({
      callbackUrl: hostile,
      providers: [
        { ...aProvider('a'), name: hostile },
        { ...credentials, credentials: { [hostile]: { label: hostile, value: hostile } } },
      ],
    });

    expect(html).not.toContain('<script>alert');
    expect(html).toContain('value="&quot;>&lt;script>alert(1)&lt;/script>"');
  });

  it('has one style and one script block, whose hashes are in the policy (E09)', () => {
    const { html, contentSecurityPolicy } = render({
      theme: { brandColor: 'oklch(0.6 0.2 30)' },
      providers: [aProvider('a', { brandColor: '#123' }), credentials],
    });
    const [style, ...more] = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map((found) => found[1]);
    const hash = createHash('sha256').update(`${style}`).digest('base64');

    expect(more).toEqual([]);
    expect(contentSecurityPolicy).toContain(`style-src 'sha256-${hash}';`);
    const [script, ...others] = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(
      (found) => `${found[1]}`,
    );
    const run = createHash('sha256').update(`${script}`).digest('base64');
    expect(others).toEqual([]);
    expect(contentSecurityPolicy).toContain(`script-src 'sha256-${run}'; connect-src 'self';`);
    expect(html).not.toMatch(/<[^>]* (?:style|on\w+)=|unsafe-inline/);
  });

  it('has no script if it has only buttons', () => {
    expect(render({ providers: [aProvider('a')] }).html).not.toContain('<script');
  });

  it('requires what names a user, and a password, unless they are declared optional', () => {
    const optional = { ...withAddress, credentials: { email: { required: false }, password: {} } };

    expect(render({ providers: [withAddress] }).html.match(/ required/g)).toHaveLength(2);
    expect(render({ providers: [optional] }).html).not.toContain(' required');
  });

  it.each([
    ['SessionRequired', undefined, 'Please sign in to see this page.'],
    ['OAuthCallbackError', 'access_denied', 'The sign-in was stopped at the provider.'],
  ])('shows %s without alarm, since nothing went wrong', (error, code, text) => {
    const { html } = render({ error, code });

    expect(html).toContain(`<div class="notice" role="status" id="sign-in-error">${text}`);
    expect(render({ error: 'OAuthCallbackError', code: 'x' }).html).toContain('That did not work.');
  });

  it('asks for the address if a link was requested without one', () => {
    const error = 'EmailSignin';
    const tried = { providerId: 'email', value: 'ada@exmaple.com' };

    expect(render({ providers: [email], error }).html).toContain('Enter your email address.');
    expect(render({ providers: [email], error, tried }).html).toContain('could not be sent');
  });

  it('counts down beside the form, and calls no field wrong, if an attempt came too early', () => {
    const tried = { providerId: 'credentials', value: 'ada@example.com' };
    const failed = { error: 'RateLimited', waitSeconds: 90, tried };
    const { html } = render({ providers: [withAddress], ...failed });

    expect(html).toContain('Try again in 2 minutes.<strong class="wait" aria-hidden="true" hidden');
    expect(html).toContain('data-wait="90"');
    expect(html).toContain('value="ada@example.com"');
    expect(html).not.toContain('aria-invalid');
  });

  it('shows a long name of a provider alone, so that it fits on a phone', () => {
    const long = { ...aProvider('a'), name: 'Hofmann & Partner Steuerberatung' };

    expect(outline(render({ providers: [long] }).html)).toEqual([
      'Hofmann &amp; Partner Steuerberatung',
    ]);
  });
});
