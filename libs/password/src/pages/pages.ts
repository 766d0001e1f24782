import {
  actionUrl,
  type ActionContext,
  type FormField,
  type FormPage,
  postUrl,
} from '@authnest/core/feature';
import type { FieldIssue } from '../fields/parse-fields.js';
import { requireSettings } from '../settings.js';
import type { Weakness } from '../policy/password-policy.js';
import { textsOf } from '../texts/texts-of.js';

/** What was typed before, or is wrong with it. */
export interface Typed {
  readonly email?: string;
  readonly fields?: Readonly<Record<string, string>>;
  /** Fields of an invitation, for which the page does not ask. */
  readonly given?: Readonly<Record<string, string>>;
  /** Why the password was refused. */
  readonly weak?: Weakness;
  /** What is wrong with `fields`. */
  readonly issues?: readonly FieldIssue[];
  /** Another fault, in words. */
  readonly error?: string;
}

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

export function deadLinkPage(ctx: ActionContext, again: string): FormPage {
  const texts = textsOf(ctx);
  return {
    title: texts.deadLink.heading,
    heading: texts.deadLink.heading,
    note: texts.deadLink.note,
    icon: 'alert',
    links: [{ href: actionUrl(ctx, again), text: texts.confirm.again }],
  };
}

export function forgotPage(ctx: ActionContext, { email, error }: Typed = {}): FormPage {
  const texts = textsOf(ctx);
  const { forgot } = texts;
  return {
    title: forgot.title,
    heading: forgot.heading,
    note: forgot.note,
    error,
    form: {
      action: postUrl(ctx, 'password/forgot'),
      fields: [addressField(ctx, email, error !== undefined)],
      button: forgot.button,
    },
    links: [{ href: actionUrl(ctx, 'signin'), text: texts.signIn }],
  };
}

export function sentPage(ctx: ActionContext): FormPage {
  const texts = textsOf(ctx);
  return {
    title: texts.forgot.title,
    heading: texts.forgot.sent,
    note: texts.forgot.sentNote,
    icon: 'mail',
    links: [
      { href: actionUrl(ctx, 'password/forgot'), text: texts.confirm.again },
      { href: actionUrl(ctx, 'signin'), text: texts.signIn },
    ],
  };
}

export function resetPage(ctx: ActionContext, address: string, weak?: Weakness): FormPage {
  const texts = textsOf(ctx);
  const { reset } = texts;
  return {
    title: reset.title,
    heading: reset.heading,
    note: reset.note(address),
    error: weak && texts.weak[weak],
    form: {
      action: postUrl(ctx, 'password/reset'),
      fields: [newPasswordField(ctx, texts.newPassword, weak)],
      button: reset.button,
    },
  };
}

/** @param due - whether somebody is signing in, and has to choose another password first */
export function changePage(
  ctx: ActionContext,
  { due, weak, error }: Pick<Typed, 'weak' | 'error'> & { readonly due: boolean },
): FormPage {
  const texts = textsOf(ctx);
  const { change } = texts;
  const current: FormField = {
    name: 'current',
    label: texts.currentPassword,
    input: { type: 'password', autocomplete: 'current-password', required: true },
    isFaulty: error !== undefined,
  };
  return {
    title: change.title,
    heading: due ? texts.reset.heading : change.heading,
    note: due ? change.due : change.note,
    error: weak ? texts.weak[weak] : error,
    form: {
      action: postUrl(ctx, 'password/change'),
      fields: [...(due ? [] : [current]), newPasswordField(ctx, texts.newPassword, weak)],
      button: change.button,
    },
  };
}

/** For somebody who signs in otherwise: a mail proves more than the session. */
export function nonePage(ctx: ActionContext, email: string): FormPage {
  const { change } = textsOf(ctx);
  return {
    title: change.title,
    heading: change.none,
    note: change.noneNote,
    form: {
      action: postUrl(ctx, 'password/forgot'),
      fields: [],
      hidden: { email },
      button: change.mailMe,
    },
  };
}

export function changedPage(ctx: ActionContext): FormPage {
  const texts = textsOf(ctx);
  return {
    title: texts.change.title,
    heading: texts.change.done,
    note: texts.change.doneNote,
    links: [{ href: `${ctx.origin}/`, text: texts.goOn }],
  };
}

function addressField(ctx: ActionContext, value: string | undefined, isFaulty: boolean): FormField {
  return {
    name: 'email',
    label: textsOf(ctx).email,
    input: { type: 'email', autocomplete: 'username', required: true, value },
    isFaulty,
  };
}

/** `minlength` counts UTF-16 units, and not characters, so a hint states the rule. */
function newPasswordField(
  ctx: ActionContext,
  label: string,
  weak: Weakness | undefined,
): FormField {
  return {
    name: 'password',
    label,
    input: { type: 'password', autocomplete: 'new-password', required: true },
    hint: textsOf(ctx).atLeast(requireSettings(ctx.config).minLength),
    isFaulty: weak !== undefined,
  };
}

function ownFields(
  ctx: ActionContext,
  { fields = {}, given = {}, issues = [] }: Typed,
): readonly FormField[] {
  const asked = Object.entries(requireSettings(ctx.config).inputs);
  return asked
    .filter(([name]) => given[name] === undefined)
    .map(([name, input]) => ({
      name,
      label: input.label ?? name,
      input: { ...input, value: fields[name] ?? input.value },
      isFaulty: issues.some(({ path }) => path[0] === name),
    }));
}

/** Such as `Name: is missing. Town: is too long.`, in the words of the schema. */
function inWords({ config }: ActionContext, issues?: readonly FieldIssue[]): string | undefined {
  const { inputs } = requireSettings(config);
  return issues
    ?.map(({ message, path: [name] }) => {
      const label = name === undefined ? undefined : (inputs[name]?.label ?? name);
      return label === undefined ? message : `${label}: ${message}`;
    })
    .join(' ');
}
