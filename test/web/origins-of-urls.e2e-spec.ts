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
  ],
  'the site that a passkey is bound to': ['webauthn/relying-party.ts'],
  '`redirect_uri` and `post_logout_redirect_uri`': [
    'oauth-client/handler-provider.ts',
    'oauth/oauth.flow.ts',
    'oauth/posted-callback.service.ts',
    'oauth/redirect-proxy.service.ts',
    'provider-logout/leave-ticket.service.ts',
    'provider-logout/logout-cookies.ts',
    'provider-logout/provider-logout.service.ts',
  ],
  '`Location`, pages, forms and JSON': [
    'credentials/credentials.flow.ts',
    'email/verify-request.action.ts',
    'exchange/callback-url.service.ts',
    'http/error-response.ts',
    'pages/address-form.tsx',
    'pages/group-ways.tsx',
    'pages/pages.action.ts',
    'pages/passkey-form.tsx',
    'pages/provider-button.tsx',
    'pages/provider-listing.ts',
    'provider-api/step-up-pages.service.ts',
    'provider-logout/leave.action.ts',
    'provider-logout/signed-out.action.ts',
    'session-list/sessions-response.ts',
    'sign-in/providers.action.ts',
    'sign-in/sign-in-location.ts',
    'sign-in/sign-in.action.ts',
    'sign-in/sign-in.service.ts',
    'webauthn/webauthn.flow.ts',
  ],
  'the request that your callbacks get, and `createActionURL`': [
    'exchange/create-action-url.ts',
    'exchange/to-web-request.ts',
    'webauthn/call-options.ts',
  ],
};

/** These define the functions, or compare with the origin and send nothing. */
const NO_URLS = [
  'csrf/assert-origin.ts',
  'exchange/named-origin.ts',
  'exchange/public-url.ts',
  'exchange/request-urls.ts',
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
