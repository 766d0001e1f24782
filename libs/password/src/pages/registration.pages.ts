import { actionUrl, type ActionContext, type FormPage, postUrl } from '@authnest/core/feature';
import { textsOf } from '../texts/texts-of.js';
import { type Typed, addressField, newPasswordField, ownFields, inWords } from './fields.js';

/** The site, as pages and mails call it. */
function siteOf({ config, origin }: ActionContext): string {
  return config.name ?? new URL(origin).host;
}

export function registerPage(
  ctx: ActionContext,
  { email, fields, issues, weak, error }: Typed = {},
): FormPage {
  const texts = textsOf(ctx);
  const { register } = texts;
  return {
    title: register.title,
    heading: register.heading,
    note: register.note(siteOf(ctx)),
    error: weak ? texts.weak[weak] : (inWords(ctx, issues) ?? error),
    form: {
      action: postUrl(ctx, 'password/register'),
      fields: [
        addressField(ctx, email, error !== undefined),
        ...ownFields(ctx, { fields, issues }),
        newPasswordField(ctx, texts.password, weak),
      ],
      button: register.button,
    },
    links: [{ href: actionUrl(ctx, 'signin'), text: register.haveAccount }],
  };
}

/** Before the mail has been followed, in the browser that registered. */
export function codePage(ctx: ActionContext, error?: string): FormPage {
  const { confirm } = textsOf(ctx);
  return {
    title: confirm.title,
    heading: confirm.heading,
    note: confirm.note,
    icon: 'mail',
    error,
    form: {
      action: postUrl(ctx, 'password/confirm'),
      fields: [
        {
          name: 'code',
          label: confirm.code,
          input: { inputmode: 'numeric', autocomplete: 'one-time-code', required: true },
          isFaulty: error !== undefined,
        },
      ],
      button: confirm.button,
    },
    links: [{ href: actionUrl(ctx, 'password/register'), text: confirm.again }],
  };
}

/** After the link has been followed, in the browser that registered. */
export function herePage(ctx: ActionContext, address: string): FormPage {
  const { confirm } = textsOf(ctx);
  return {
    title: confirm.title,
    heading: confirm.hereHeading,
    note: confirm.here(address),
    icon: 'mail',
    form: { action: postUrl(ctx, 'password/confirm'), fields: [], button: confirm.finish },
  };
}

/** After the link has been followed in another browser: what was typed there does not count. */
export function elsewherePage(ctx: ActionContext, address: string, typed: Typed = {}): FormPage {
  const texts = textsOf(ctx);
  const { confirm } = texts;
  const { weak, issues } = typed;
  return {
    title: confirm.title,
    heading: texts.reset.heading,
    note: confirm.elsewhere(address),
    error: weak ? texts.weak[weak] : inWords(ctx, issues),
    form: {
      action: postUrl(ctx, 'password/confirm'),
      fields: [...ownFields(ctx, typed), newPasswordField(ctx, texts.password, weak)],
      button: confirm.finish,
    },
  };
}

export function knownPage(ctx: ActionContext): FormPage {
  const texts = textsOf(ctx);
  return {
    title: texts.confirm.title,
    heading: texts.known.heading,
    note: texts.known.note,
    links: [
      { href: actionUrl(ctx, 'signin'), text: texts.signIn },
      { href: actionUrl(ctx, 'password/forgot'), text: texts.forgot.heading },
    ],
  };
}
