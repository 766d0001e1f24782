import { renderSignInMail } from './sign-in-mail.js';

const url = 'https://shop.example/auth/callback/email?callbackUrl=%2F&token=t&email=v%40x.example';
const inTenMinutes = () => new Date(Date.now() + 600_000);

describe('renderSignInMail', () => {
  it('includes the host in the subject, and the lifetime of the link in both parts (F03)', () => {
    const { subject, text, html } = renderSignInMail({ url, expires: inTenMinutes(), theme: {} });

    expect(subject).toBe('Sign in to shop.example');
    for (const part of [text, html]) expect(part).toContain('It works once, within 10 minutes');
  });

  it('has the name of the application, if it is set, in the subject and in both parts (NW9)', () => {
    const name = 'Ada’s Shop';
    const mail = renderSignInMail({ url, name, expires: inTenMinutes(), theme: {} });

    expect(mail.subject).toBe('Sign in to Ada’s Shop');
    for (const part of [mail.text, mail.html]) expect(part).toContain(mail.subject);
    expect(mail.html).not.toContain('shop.\u2060example');
  });

  it('escapes the link, and prevents mail programs from turning the host into a link (A04)', () => {
    const hostile = `${url}&x="><script>`;

    const { html } = renderSignInMail({ url: hostile, expires: inTenMinutes(), theme: {} });

    expect(html).not.toContain('<script>');
    expect(html.match(/<a /g)).toHaveLength(1);
    expect(html).toContain('Sign in to shop.\u2060example');
  });

  it('uses the colours of the theme, in a notation that mail programs support', () => {
    const theme = { brandColor: 'hsl(0 100% 25%)', colorScheme: 'light' } as const;

    const { html } = renderSignInMail({ url, expires: inTenMinutes(), theme });

    expect(html).toContain('background:#800000;color:#ffffff');
    expect(html).not.toContain('prefers-color-scheme');
  });

  it('uses dark colours if the theme is dark', () => {
    const { html } = renderSignInMail({
      url,
      expires: inTenMinutes(),
      theme: { colorScheme: 'dark' },
    });

    expect(html).toContain('style="margin:0;padding:0;background:#0c0e12"');
  });

  it('runs from right to left in Hebrew, also where a mail program drops the root element', () => {
    const { html } = renderSignInMail({
      url,
      expires: inTenMinutes(),
      theme: {},
      language: 'he',
    });

    expect(html).toContain('<html lang="he" dir="rtl">');
    expect(html).toMatch(/<body [^>]*><table role="presentation" dir="rtl"/);
  });

  it('ignores a theme value that could break out of a CSS declaration', () => {
    const theme = { brandColor: 'red;background:url(https://evil.test)' };

    const { html } = renderSignInMail({ url, expires: inTenMinutes(), theme });

    expect(html).not.toContain('evil.test');
  });
});
