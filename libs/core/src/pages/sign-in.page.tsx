import { Fragment } from 'preact';
import type { Theme } from '../model/theme.js';
import { credentialsBlock } from './credentials-block.js';
import { emailBlock } from './email-block.js';
import { errorMessage } from './error-messages.js';
import { oauthBlock } from './oauth-block.js';
import { renderPage } from './page-layout.js';
import type { RenderedPage } from './rendered-page.js';
import type { ProviderListing, SignInBlock, SignInForms } from './sign-in-block.js';
import { type Site, siteName } from './site-link.js';
import { webAuthnBlock } from './webauthn-block.js';

/** What the sign-in page shows. */
export interface SignInPageProps extends SignInForms, Site {
  readonly theme: Theme;
  /** In the order of the page. */
  readonly providers: readonly ProviderListing[];
  /** From the query, untrusted. */
  readonly error?: string;
}

/** The page that lists the ways to sign in. */
export function renderSignInPage(props: SignInPageProps): RenderedPage {
  const { theme, origin, error } = props;
  const listed = props.providers.filter(isListed);
  const blocks = listed.map((provider, at) => toBlock(provider, props, `provider-${at}`));
  return renderPage({
    title: 'Sign In',
    rootClass: 'signin',
    theme,
    origin,
    forms: 'some',
    style: blocks.map((block) => block.style ?? '').join(''),
    images: blocks.flatMap((block) => block.images ?? []),
    script: blocks.find((block) => block.script)?.script,
    children: (
      <>
        <header>
          <h1>Sign in</h1>
          <p>to continue to {siteName(props)}</p>
        </header>
        {error && (
          <div class="error" role="alert">
            {errorMessage(error).text}
          </div>
        )}
        {blocks.length > 0 ? <Blocks blocks={blocks} /> : <NoBlocks />}
      </>
    ),
  });
}

/** @see wire contract PG-1 */
function isListed(provider: ProviderListing): boolean {
  return provider.type !== 'webauthn' || provider.formFields !== undefined;
}

function toBlock(provider: ProviderListing, forms: SignInForms, className: string): SignInBlock {
  switch (provider.type) {
    case 'oauth':
    case 'oidc':
      return oauthBlock({ provider, forms, className });
    case 'email':
      return emailBlock({ provider, forms, className });
    case 'credentials':
      return credentialsBlock({ provider, forms, className });
    case 'webauthn':
      return webAuthnBlock({ provider, forms, className });
    default:
      return provider satisfies never;
  }
}

/** A line stands between two blocks unless both are buttons. */
function Blocks({ blocks }: { readonly blocks: readonly SignInBlock[] }) {
  return (
    <div class="providers">
      {blocks.map((block, at) => (
        <Fragment key={at}>
          {at > 0 && !(block.shape === 'button' && blocks[at - 1]?.shape === 'button') && (
            <p class="or">or</p>
          )}
          <div class="provider">{block.content}</div>
        </Fragment>
      ))}
    </div>
  );
}

function NoBlocks() {
  return (
    <p class="empty">
      There is no way to sign in yet. If this is your site, add a provider to its configuration.
    </p>
  );
}
