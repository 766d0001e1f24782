import { createHash } from 'node:crypto';
import { Passkey } from '../provider/webauthn-provider.js';
import { resolveWebAuthnProvider } from '../provider/resolve-webauthn-provider.js';
import { renderSignInPage, type SignInPageProps } from './sign-in.page.js';
import { WEBAUTHN_SCRIPT } from './webauthn-script.js';
import { IN_ENGLISH } from '../config/texts/resolve-languages.js';

const props: Omit<SignInPageProps, 'providers'> = {
  theme: {},
  language: IN_ENGLISH,
  csrfToken: 'a-token',
  callbackUrl: 'https://app.example/',
  actionUrl: (action, id) => `https://app.example/auth/${action}/${id}`,
  origin: 'https://app.example',
};

function pageOf(...providers: SignInPageProps['providers']) {
  return renderSignInPage({ ...props, providers });
}

const passkey = resolveWebAuthnProvider(Passkey());

describe('the passkey form', () => {
  it('allows its script by a hash, and no other script (E09)', () => {
    const { html, contentSecurityPolicy } = pageOf(passkey);

    const [, script = ''] = /<script>([^]*)<\/script>/.exec(html) ?? [];
    const hash = createHash('sha256').update(script).digest('base64');
    expect(contentSecurityPolicy).toContain(`script-src 'sha256-${hash}'; connect-src 'self'`);
    expect(contentSecurityPolicy).not.toMatch(/unsafe/);
  });

  it('puts the script into the page unchanged', () => {
    expect(WEBAUTHN_SCRIPT).not.toMatch(/["&<]/);
    expect(pageOf(passkey).html).toContain(WEBAUTHN_SCRIPT);
  });

  it('is hidden until the script has found that the browser supports passkeys', () => {
    expect(pageOf(passkey).html).toMatch(
      /<div class="provider" hidden data-passkeys="true"><form id="passkey-form"/,
    );
  });

  it('has the ids and names that tests of applications rely on', () => {
    const { html } = pageOf(passkey);

    expect(html).toContain('id="submitButton-passkey"');
    expect(html).toMatch(
      /<input [^>]*autocomplete="username webauthn"[^>]* id="input-email-for-passkey-provider" name="email" data-form-field/,
    );
    expect(html).toContain('action="https://app.example/auth/callback/passkey"');
  });

  it('has no address field when another form has one', () => {
    const email = { id: 'email', name: 'Email', type: 'email' } as const;
    const { html } = pageOf(passkey, email);

    expect(html.match(/name="email"/g)).toHaveLength(1);
    expect(html).toMatch(/<input [^>]*autocomplete="username webauthn"[^>]* data-form-field/);
    expect(html).toContain('data-fields="form-for-email-provider"');
    expect(html).toMatch(/<button class="button primary" type="submit">Continue with email</);
    expect(html).toMatch(
      /<button class="button" id="submitButton-passkey"[^]*<span>Use a passkey</,
    );
  });

  it('starts no autofill after a refused passkey, since it could fail forever', () => {
    const page = { ...props, providers: [passkey] };

    expect(renderSignInPage(page).html).toContain('data-autofill="true"');
    const { html } = renderSignInPage({ ...page, error: 'WebAuthnVerificationError' });
    expect(html).toContain('data-autofill="false"');
  });

  it('offers to create a passkey, unless the server chooses the action', () => {
    const inferring = resolveWebAuthnProvider(Passkey({ inferAction: true }));

    expect(pageOf(passkey).html).toContain('value="register"');
    expect(pageOf(inferring).html).not.toContain('value="register"');
  });

  it('is not rendered if form fields are off, and the page then has no script', () => {
    const hidden = resolveWebAuthnProvider(
      Passkey({ formFields: false, enableConditionalUI: false }),
    );

    expect(pageOf(hidden).html).not.toContain('passkey');
    expect(pageOf(hidden).contentSecurityPolicy).not.toContain('script-src');
  });
});
