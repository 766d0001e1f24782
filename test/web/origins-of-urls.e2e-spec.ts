import { readFromRoot } from '../support/guides.js';
import { sourceFiles } from '../support/design-notes.js';

/** What builds a URL with the public origin, or reads that origin. */
const BUILDS =
  /\bctx\.origin\b|\borigin\b[^;]*\} = ctx|\b(?:actionUrl|postUrl|publicUrl|pageUrl|callbackUrlOf|requestUrl|namedOrigin|createActionURL)\(/;

/** Where the URLs go that each file of core builds: a row of the table in docs/security.md. */
const ROWS: Readonly<Record<string, readonly string[]>> = {
  'an emailed link, and the default sender': [
    'email/email.flow.ts',
    'email/mail-link.ts',
    'email/mail.service.ts',
    'email/mailer.service.ts',
    'features/account/address/address-mails.service.ts',
    'features/account/account-url.ts',
  ],
  'the site that a passkey is bound to': ['webauthn/relying-party.ts'],
  '`redirect_uri` and `post_logout_redirect_uri`': [
    'oauth/client/handler-provider.ts',
    'oauth/oauth.flow.ts',
    'oauth/posted-callback.service.ts',
    'oauth/redirect-proxy.service.ts',
    'features/provider-logout/leave-ticket.service.ts',
    'features/provider-logout/logout-cookies.ts',
    'features/provider-logout/provider-logout.service.ts',
  ],
  '`Location`, pages, forms and JSON': [
    'credentials/credentials.flow.ts',
    'email/verify-request.action.ts',
    'request/redirects/callback-url.service.ts',
    'http/error-response.ts',
    'pages/address-form.tsx',
    'pages/form.page.tsx',
    'pages/group-ways.tsx',
    'pages/pages.action.ts',
    'pages/passkey-form.tsx',
    'pages/provider-button.tsx',
    'pages/provider-listing.ts',
    'features/account/address/address-pages.ts',
    'features/account/address/change-address.action.ts',
    'features/account/address/confirm-address.action.ts',
    'features/account/address/undo-address.action.ts',
    'features/account/change-answers.ts',
    'features/account/deletion/delete-account.action.ts',
    'features/account/deletion/deletion-confirmation.ts',
    'features/provider-tokens/step-up-pages.service.ts',
    'features/provider-logout/leave.action.ts',
    'features/account/page/account-page.service.ts',
    'features/account/page/page-props.ts',
    'features/account/page/passkeys-part.tsx',
    'features/account/page/section.tsx',
    'features/reauthenticate/reauthenticate-page.action.ts',
    'features/reauthenticate/reauthenticate.action.ts',
    'features/reauthenticate/sign-in-first.ts',
    'features/provider-logout/signed-out.action.ts',
    'features/session-list/sessions-response.ts',
    'sign-in/providers.action.ts',
    'sign-in/reauthenticate-location.ts',
    'sign-in/sign-in-location.ts',
    'sign-in/sign-in.action.ts',
    'sign-in/sign-in.service.ts',
    'webauthn/webauthn.flow.ts',
  ],
  'the request that your callbacks get, and `createActionURL`': [
    'request/redirects/create-action-url.ts',
    'request/redirects/to-web-request.ts',
    'webauthn/call-options.ts',
  ],
};

/** These define the functions, or compare with the origin and send nothing. */
const NO_URLS = [
  'request/csrf/assert-origin.ts',
  'request/context/named-origin.ts',
  'request/redirects/public-url.ts',
  'request/redirects/request-urls.ts',
];

const CORE = 'libs/core/src/';

describe('the table of URLs in docs/security.md', () => {
  it('covers every file of core that builds one (RQ1)', () => {
    const building = sourceFiles()
      .filter((file) => file.startsWith(CORE) && !file.includes('.spec.'))
      .filter((file) => BUILDS.test(readFromRoot(file)))
      .map((file) => file.slice(CORE.length));

    expect(building.toSorted()).toEqual([...Object.values(ROWS).flat(), ...NO_URLS].toSorted());
  });

  it.each(Object.keys(ROWS))('has a row for %s', (row) => {
    expect(readFromRoot('docs/security.md')).toContain(`| ${row} `);
  });
});
