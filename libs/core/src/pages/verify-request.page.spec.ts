import { IN_ENGLISH } from '../config/texts/resolve-languages.js';
import { renderVerifyRequestPage, type SentMail } from './verify-request.page.js';

const SENT: SentMail = {
  address: 'vera@corp.example',
  again: 'a1',
  times: 'once',
  actionUrl: 'https://app.example/auth/signin/email',
  csrfToken: 'a-token',
};

const render = (sent?: SentMail) =>
  renderVerifyRequestPage({
    theme: {},
    language: IN_ENGLISH,
    origin: 'https://app.example',
    signInUrl: 'https://app.example/auth/signin',
    sent,
  });

describe('renderVerifyRequestPage', () => {
  it('sends users to their inbox, and links to the site and to sign-in', () => {
    const { html } = render();

    expect(html).toContain('<title>Verify Request – app.example</title>');
    expect(html).toContain('<div class="verify-request"><div class="card">');
    expect(html).toContain('<h1>Check your inbox</h1>');
    expect(html).toContain('<a href="https://app.example/">Go to app.example</a>');
    expect(html).toContain('<a href="https://app.example/auth/signin">Use another address</a>');
  });

  it('has no form if the address is not known, and its policy allows none', () => {
    const { html, contentSecurityPolicy } = render();

    expect(html).not.toContain('<form');
    expect(contentSecurityPolicy).toContain("form-action 'none'");
  });

  it('shows the address, and a form that sends the mail again', () => {
    const { html, contentSecurityPolicy } = render(SENT);

    expect(html).toContain('We have sent an email to vera@corp.example with a link');
    expect(html).toContain('<form action="https://app.example/auth/signin/email" method="post">');
    expect(html).toContain('<input type="hidden" name="csrfToken" value="a-token"/>');
    expect(html).toContain('<input type="hidden" name="again" value="a1"/>');
    expect(html).not.toContain('role="status"');
    expect(contentSecurityPolicy).toContain("form-action 'self' https:");
  });

  it('reports that the mail was sent again', () => {
    expect(render({ ...SENT, times: 'again' }).html).toContain(
      '<p class="status" role="status">We have sent the email again.</p>',
    );
  });

  it('loads nothing (C10)', () => {
    const { html, contentSecurityPolicy } = render(SENT);

    expect(html).not.toMatch(/<img|<link|<script|url\(/);
    expect(contentSecurityPolicy).not.toContain('img-src');
  });
});
