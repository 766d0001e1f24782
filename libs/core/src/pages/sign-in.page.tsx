import { Fragment } from 'preact';
import type { Theme } from '../model/theme.js';
import type { Texts } from '../texts/texts.js';
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
  /** How long to wait before the next attempt, seconds. */
  readonly waitSeconds?: number;
}

/** The page that lists the ways to sign in. */
export function renderSignInPage(props: SignInPageProps): RenderedPage {
  const { theme, language, origin, error, waitSeconds } = props;
  const { texts } = language;
  const listed = props.providers.filter(isListed);
  const blocks = listed.map((provider, at) => toBlock(provider, props, `provider-${at}`));
  return renderPage({
    title: texts.signIn.title,
    rootClass: 'signin',
    theme,
    language,
    origin,
    forms: 'some',
    style: blocks.map((block) => block.style ?? '').join(''),
    images: blocks.flatMap((block) => block.images ?? []),
    script: blocks.find((block) => block.script)?.script,
    children: (
      <>
        <header>
          <h1>{texts.signIn.heading}</h1>
          <p>{texts.signIn.continueTo(siteName(texts, props))}</p>
        </header>
        {error && (
          <div class="error" role="alert">
            {errorMessage(texts, { error, waitSeconds }).text}
          </div>
        )}
        {blocks.length > 0 ? <Blocks blocks={blocks} texts={texts} /> : <NoBlocks texts={texts} />}
      </>
    ),
  });
}

/** @see docs/design/wire-contract.md PG-1 */
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

interface BlocksProps {
  readonly blocks: readonly SignInBlock[];
  readonly texts: Texts;
}

/** A line stands between two blocks unless both are buttons. */
function Blocks({ blocks, texts }: BlocksProps) {
  return (
    <div class="providers">
      {blocks.map((block, at) => (
        <Fragment key={at}>
          {at > 0 && !(block.shape === 'button' && blocks[at - 1]?.shape === 'button') && (
            <p class="or">{texts.signIn.or}</p>
          )}
          <div class="provider">{block.content}</div>
        </Fragment>
      ))}
    </div>
  );
}

function NoBlocks({ texts }: Pick<BlocksProps, 'texts'>) {
  return <p class="empty">{texts.signIn.noProviders}</p>;
}
