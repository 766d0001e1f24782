import { isSafeUrlOrPath } from '../model/is-safe-url.js';
import type { LinksOptions } from '../config/options/pages.js';
import type { PageWords } from '../model/texts.js';
import type { Theme } from '../model/theme.js';
import type { GroupFormProps } from './address-form.js';
import { errorMessage } from './error-messages.js';
import { FORM_SCRIPT } from './form-script.js';
import { FoldedGroup, GroupForm, MailButtons, PasskeyForms, Provider } from './group-ways.js';
import { renderPage } from './layout/page-layout.js';
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
import type { RenderedPage } from './layout/rendered-page.js';
import { ERROR_ID, locateFailure, type SignInFailure } from './sign-in-failure.js';
import { LegalLinks, NewHere } from './sign-in-links.js';
import { type Site, siteName } from './layout/site-link.js';
import { colorScheme } from './theme/theme-style.js';
import { WEBAUTHN_SCRIPT } from './webauthn-script.js';

/** What the sign-in page shows. */
export interface SignInPageProps extends SignInForms, Site {
  readonly theme: Theme;
  /** Above the form. @default those of the sign-in page */
  readonly words?: PageWords;
  /** In the configured order. */
  readonly providers: readonly ProviderListing[];
  /** URLs of the application's own pages. */
  readonly links?: LinksOptions;
  /** From the query, untrusted. */
  readonly error?: string;
  /** From the query, untrusted. */
  readonly code?: string;
  /** How long to wait before the next attempt, in seconds. */
  readonly waitSeconds?: number;
  /** The failed sign-in attempt of this browser. */
  readonly tried?: SignInFailure;
  /** Name or address of who is signed in already; absent if nobody is. */
  readonly signedInAs?: string;
}

/** Renders the page that offers all ways to sign in. */
export function renderSignInPage(props: SignInPageProps): RenderedPage {
  const { theme, language, error, links = {} } = props;
  const { texts } = language;
  const { title, heading, note } = props.words ?? {
    ...texts.signIn,
    note: texts.signIn.continueTo,
  };
  const plan = planSignIn(props.providers);
  const buttons = looksOf(plan);
  return renderPage({
    title,
    site: props,
    rootClass: 'signin',
    theme,
    language,
    forms: 'some',
    style: buttons
      .map(({ className, look }) => (look ? providerRule(className, look) : ''))
      .join(''),
    images: buttons.flatMap(({ look }) => imagesOf(look)),
    script: scriptOf(plan, error),
    children: (
      <>
        <header>
          <h1>{heading}</h1>
          <p>{note(siteName(texts, props))}</p>
        </header>
        {error && <Failure {...props} />}
        <SignedIn {...props} />
        <Question {...props} plan={plan} buttons={buttons} />
        {!props.words && (
          <NewHere texts={texts.signIn} createAccount={links.createAccount} group={plan.main} />
        )}
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

/** Only what the page uses; a page of buttons has no script. */
function scriptOf(plan: SignInPlan, error: string | undefined): string {
  const groups = groupsOf(plan);
  const hasForm = error === 'RateLimited' || groups.some(({ credentials }) => credentials);
  const hasPasskeys = groups.some(({ passkeys }) => passkeys.length > 0);
  return (hasForm ? FORM_SCRIPT : '') + (hasPasskeys ? WEBAUTHN_SCRIPT : '');
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
      {main && <MailButtons {...shared} group={main} button="button" />}
      {main && <Divider plan={plan} text={texts.or} />}
      {main && <PasskeyForms {...shared} group={main} button="button" />}
      {others.map((group) => (
        <FoldedGroup key={keyOf(group)} {...shared} group={group} button="button" />
      ))}
      <ProviderList buttons={buttons} forms={props} scheme={colorScheme(props.theme)} />
    </div>
  );
}

/** What the user has to know about the last attempt. */
function Failure({ language: { texts }, error, code, waitSeconds, tried }: SignInPageProps) {
  const { text, tone } = errorMessage(texts, { error, code, waitSeconds });
  const isEmpty = error === 'EmailSignin' && tried === undefined;
  return (
    <div
      class={tone === 'alert' ? 'error' : 'notice'}
      role={tone === 'alert' ? 'alert' : 'status'}
      id={ERROR_ID}
    >
      {isEmpty ? texts.signIn.enterEmail : text}
      {error === 'RateLimited' && waitSeconds !== undefined && (
        <strong class="wait" aria-hidden="true" hidden data-wait={`${waitSeconds}`} />
      )}
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
  const { passkeys } = main;
  const isScripted = needsScript(main);
  const withoutScript = buttons.length > 0 || !others.every(needsScript);
  const withScript = passkeys.length > (isScripted ? 1 : 0) || others.length > 0;
  if (!withoutScript && !withScript) return null;
  const hidden = isScripted || !withoutScript;
  return (
    <p class="or" hidden={hidden} data-passkeys={hidden || undefined}>
      {text}
    </p>
  );
}
