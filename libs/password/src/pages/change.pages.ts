import { type ActionContext, type FormField, type FormPage, postUrl } from '@authnest/core/feature';
import { textsOf } from '../texts/texts-of.js';
import { type Typed, newPasswordField } from './fields.js';

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
