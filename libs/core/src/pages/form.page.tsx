import { CHALLENGE_FIELD } from '../feature-port/challenge.js';
import type { CredentialInput } from '../provider/credentials-provider.js';
import type { ActionContext } from '../request/context/action-context.js';
import { type ActionResult, jsonOf } from '../request/context/auth-response.js';
import { wantsJson } from '../request/body/wants-json.js';
import { FORM_SCRIPT } from './form-script.js';
import { inputAttributes } from './input-attributes.js';
import { CsrfField } from './layout/csrf-field.js';
import { Icon } from './layout/icon.js';
import { renderPage } from './layout/page-layout.js';
import { formPageOf } from './layout/page-response.js';
import { SignInField } from './sign-in-field.js';
import { ERROR_ID } from './sign-in-failure.js';

/** A field of a {@link FormPage}. */
export interface FormField {
  readonly name: string;
  readonly label: string;
  /** As for `Credentials`; `value` is what it contains at first. */
  readonly input: CredentialInput;
  /** Below the field. */
  readonly hint?: string;
  /** Whether `error` is about it. */
  readonly isFaulty?: boolean;
}

/** A page of a feature, in the layout, theme and language of the built-in ones. It needs no script. */
export interface FormPage {
  /** In the tab of the browser, before the name of the application. */
  readonly title: string;
  readonly heading: string;
  readonly note?: string;
  readonly icon?: 'mail' | 'alert';
  /** What was wrong with what was sent. */
  readonly error?: string;
  readonly form?: {
    /** The URL that it posts to, as `postUrl` returns it. */
    readonly action: string;
    readonly fields: readonly FormField[];
    /** Fields that are not shown, beside the CSRF token. */
    readonly hidden?: Readonly<Record<string, string>>;
    readonly button: string;
  };
  /** To other pages, below the form. */
  readonly links?: readonly { readonly href: string; readonly text: string }[];
}

/** What was wrong with what was sent, for scripts. */
export interface FormFault {
  readonly error: string;
  readonly code?: string;
  readonly issues?: readonly object[];
  /** @default 400 */
  readonly status?: number;
}

/**
 * Shows a person a form again, or why it is of no use; a script gets JSON with the fault.
 */
export function refusedForm(
  ctx: ActionContext,
  page: FormPage,
  { status = 400, ...fault }: FormFault,
): ActionResult {
  return wantsJson(ctx.request) ? jsonOf(fault, status) : formPage(ctx, page, status);
}

/** Responds with a page of a feature. @param status - @default 200 */
export function formPage(ctx: ActionContext, page: FormPage, status = 200): ActionResult {
  const { config, language, origin } = ctx;
  const { theme, name } = config;
  const { title, heading, note, icon, error, form, links = [] } = page;
  const isSecret = form?.fields.some(({ input }) => input.type === 'password');
  const rendered = renderPage({
    title,
    site: { origin, name },
    rootClass: 'form',
    theme,
    language,
    forms: form ? 'some' : 'none',
    script: isSecret ? FORM_SCRIPT : undefined,
    children: (
      <>
        <header>
          {icon && <Icon shape={icon} />}
          <h1>{heading}</h1>
          {note !== undefined && <p>{note}</p>}
        </header>
        {error !== undefined && (
          <div class="error" role="alert" id={ERROR_ID}>
            {error}
          </div>
        )}
        {form && (
          <Form
            {...form}
            hidden={{
              ...(ctx.challenge !== undefined && { [CHALLENGE_FIELD]: ctx.challenge }),
              ...form.hidden,
            }}
            token={ctx.csrfToken}
            reveal={language.texts.signIn.showPassword}
          />
        )}
        {links.length > 0 && (
          <nav class="more" aria-label={language.texts.site.ways}>
            {links.map(({ href, text }) => (
              <a key={href} href={href}>
                {text}
              </a>
            ))}
          </nav>
        )}
      </>
    ),
  });
  return { ...formPageOf(rendered), status };
}

type FormProps = NonNullable<FormPage['form']> & {
  readonly token: string | undefined;
  /** Label of the button that shows a password. */
  readonly reveal: string;
};

function Form({ action, fields, hidden = {}, button, token, reveal }: FormProps) {
  const focus = fields.find(({ isFaulty }) => isFaulty) ?? fields.find(({ input }) => !input.value);
  return (
    <form action={action} method="post">
      <CsrfField token={token} />
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {fields.map((field) => (
        <SignInField
          key={field.name}
          field={{
            name: field.name,
            id: `input-${field.name}`,
            label: field.label,
            reveal,
            attributes: inputAttributes(field.name, field.input),
            focus: field === focus,
            faulty: field.isFaulty === true,
            forPasskeys: false,
            hint: field.hint,
          }}
        />
      ))}
      <button class="button primary" type="submit">
        {button}
      </button>
    </form>
  );
}
