import { actionUrl, type ActionContext, type FormPage, postUrl } from '@authnest/core/feature';
import type { Weakness } from '../policy/password-policy.js';
import { textsOf } from '../texts/texts-of.js';
import { type Typed, addressField, newPasswordField } from './fields.js';

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
