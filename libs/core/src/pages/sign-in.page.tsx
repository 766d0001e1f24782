import { isSafeUrlOrPath } from '../model/is-safe-url.js';
import type { LinksOptions } from '../options/pages-options.js';
import type { Theme } from '../model/theme.js';
import type { GroupFormProps } from './address-form.js';
import { errorMessage } from './error-messages.js';
import { FoldedGroup, GroupForm, GroupWays, Provider } from './group-ways.js';
import { renderPage } from '../page-layout/page-layout.js';
import {
  membersOf,
  needsScript,
  needsScriptForAll,
  planSignIn,
  type SignInPlan,
} from './plan-sign-in.js';
import { ProviderList, type StyledButton } from './provider-list.js';
import type { ProviderListing, SignInForms } from './provider-listing.js';
import { imagesOf, providerLook, providerRule } from './provider-look.js';
import type { RenderedPage } from '../page-layout/rendered-page.js';
import { ERROR_ID, locateFailure, type SignInFailure } from './sign-in-failure.js';
import { LegalLinks, NewHere } from './sign-in-links.js';
import { type Site, siteName } from '../page-layout/site-link.js';
import { colorScheme } from '../theme/theme-style.js';
import { WEBAUTHN_SCRIPT } from './webauthn-script.js';

/** What the sign-in page shows. */
export interface SignInPageProps extends SignInForms, Site {
  readonly theme: Theme;
  /** In the configured order. */
  readonly providers: readonly ProviderListing[];
  /** URLs of the application's own pages. */
  readonly links?: LinksOptions;
  /** From the query, untrusted. */
  readonly error?: string;
  /** How long to wait before the next attempt, in seconds. */
  readonly waitSeconds?: number;
  /** The failed sign-in attempt of this browser. */
  readonly tried?: SignInFailure;
  /** Name or address of who is signed in already; absent if nobody is. */
  readonly signedInAs?: string;
}

/** Renders the page that offers all ways to sign in. */
export function renderSignInPage(props: SignInPageProps): RenderedPage {
  const { theme, language, origin, error, waitSeconds, links = {} } = props;
  const { texts } = language;
  const plan = planSignIn(props.providers);
  const buttons = looksOf(plan);
  const hasPasskeys = groupsOf(plan).some(({ passkeys }) => passkeys.length > 0);
  return renderPage({
    title: texts.signIn.title,
    rootClass: 'signin',
    theme,
    language,
    origin,
    forms: 'some',
    style: buttons
      .map(({ className, look }) => (look ? providerRule(className, look) : ''))
      .join(''),
    images: buttons.flatMap(({ look }) => imagesOf(look)),
    script: hasPasskeys ? WEBAUTHN_SCRIPT : undefined,
    children: (
      <>
        <header>
          <h1>{texts.signIn.heading}</h1>
          <p>{texts.signIn.continueTo(siteName(texts, props))}</p>
        </header>
        {error && (
          <div class="error" role="alert" id={ERROR_ID}>
            {errorMessage(texts, { error, waitSeconds }).text}
          </div>
        )}
        <SignedIn {...props} />
        <Question {...props} plan={plan} buttons={buttons} />
        <NewHere texts={texts.signIn} createAccount={links.createAccount} group={plan.main} />
      </>
    ),
    below: <LegalLinks texts={texts.signIn} {...links} />,
  });
}

function looksOf({ buttons }: SignInPlan): StyledButton[] {
  return buttons.map((provider, at) => ({
    provider,
    className: `provider-${at}`,
    look: provider.type === 'credentials' ? undefined : providerLook(provider.style),
  }));
}

function groupsOf({ main, others }: SignInPlan) {
  return main ? [main, ...others] : others;
}

type QuestionProps = SignInPageProps & {
  readonly plan: SignInPlan;
  readonly buttons: readonly StyledButton[];
};

/** The main form, and all other ways to sign in below it. */
function Question(props: QuestionProps) {
  const { plan, buttons, language, error, tried, links = {} } = props;
  const texts = language.texts.signIn;
  const { main, others } = plan;
  const shared = { forms: props, failure: locateFailure(error, tried, plan), ...links };
  if (!main && buttons.length === 0) return <p class="empty">{texts.noProviders}</p>;
  return (
    <div class="providers">
      {needsScriptForAll(plan) && (
        <p class="empty" data-without-passkeys>
          {texts.needsPasskeys}
        </p>
      )}
      {main && (
        <Provider scripted={needsScript(main)}>
          <GroupForm {...shared} group={main} button="button primary" />
        </Provider>
      )}
      {main && <Divider plan={plan} text={texts.or} />}
      {main && <GroupWays {...shared} group={main} button="button" />}
      {others.map((group) => (
        <FoldedGroup key={keyOf(group)} {...shared} group={group} button="button" />
      ))}
      <ProviderList buttons={buttons} forms={props} scheme={colorScheme(props.theme)} />
    </div>
  );
}

/** Another way can still be added below. */
function SignedIn({ language, signedInAs, callbackUrl }: SignInPageProps) {
  if (signedInAs === undefined || !isSafeUrlOrPath(callbackUrl)) return null;
  const { signIn } = language.texts;
  return (
    <nav class="signed-in" aria-label={language.texts.site.ways}>
      <p>{signIn.signedInAs(signedInAs)}</p>
      <a class="button" href={callbackUrl}>
        {signIn.goOn}
      </a>
    </nav>
  );
}

function keyOf(group: GroupFormProps['group']): string | undefined {
  return membersOf(group)[0]?.id;
}

/** Shown only between two visible parts; passkeys are visible only with JavaScript. */
function Divider({ plan, text }: { readonly plan: SignInPlan; readonly text: string }) {
  const { main, others, buttons } = plan;
  if (!main) return null;
  const { credentials, emails, passkeys } = main;
  const mails = emails.length - (credentials ? 0 : 1);
  const isScripted = needsScript(main);
  const withoutScript = mails > 0 || buttons.length > 0 || !others.every(needsScript);
  const withScript = passkeys.length > (isScripted ? 1 : 0) || others.length > 0;
  if (!withoutScript && !withScript) return null;
  const hidden = isScripted || !withoutScript;
  return (
    <p class="or" hidden={hidden} data-passkeys={hidden || undefined}>
      {text}
    </p>
  );
}
