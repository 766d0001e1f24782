import { renderSignOutPage } from './sign-out.page.js';
import { IN_ENGLISH } from '../config/texts/resolve-languages.js';

const props = {
  theme: {},
  language: IN_ENGLISH,
  actionUrl: 'https://app.example/auth/signout',
  origin: 'https://app.example',
};

describe('renderSignOutPage', () => {
  it('asks for confirmation, and posts the CSRF token to its own URL', () => {
    const { html } = renderSignOutPage({ ...props, csrfToken: 'a-token' });

    expect(html).toContain('<title>Sign Out – app.example</title>');
    expect(html).toContain('<div class="signout"><div class="card">');
    expect(html).toContain('<h1>Sign out?</h1>');
    expect(html).toContain(
      '<form action="https://app.example/auth/signout" method="post">' +
        '<input type="hidden" name="csrfToken" value="a-token"/>' +
        '<button class="button primary" id="submitButton" type="submit">Sign out</button>',
    );
  });

  it('omits the CSRF field if the check is off', () => {
    expect(renderSignOutPage(props).html).not.toContain('csrfToken');
  });

  it('allows a redirect to another https site after sign-out (E09)', () => {
    expect(renderSignOutPage(props).contentSecurityPolicy).toMatch(/; form-action 'self' https:$/);
  });
});
