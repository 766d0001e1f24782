import { maskAddress } from '../../../email/mask-address.js';
import type { FormPage } from '../../../pages/form.page.js';
import type { ActionContext } from '../../../request/context/action-context.js';
import {
  actionUrl,
  pageUrl,
  postUrl,
  withParams,
} from '../../../request/redirects/request-urls.js';
import { linkBack } from '../account-url.js';
import { changeTextsOf } from '../texts/change-texts.js';
import type { AddressChange } from './address-change.js';

/** @param typed - what was typed before, and what is wrong with it */
export function addressPage(
  ctx: ActionContext,
  typed: { readonly email?: string; readonly error?: string } = {},
): FormPage {
  const { address } = changeTextsOf(ctx);
  const { email, error } = typed;
  return {
    title: address.title,
    heading: address.heading,
    note: address.note,
    error,
    form: {
      action: postUrl(ctx, 'account/email'),
      fields: [
        {
          name: 'email',
          label: address.field,
          input: { type: 'email', autocomplete: 'email', required: true, value: email },
          isFaulty: error !== undefined,
        },
      ],
      button: address.button,
    },
    ...linkBack(ctx),
  };
}

/** Where to look for mails. */
export function sentPage(ctx: ActionContext, toBoth: boolean): FormPage {
  const { address, deadLink } = changeTextsOf(ctx);
  return {
    title: address.title,
    ...(toBoth ? address.sentToBoth : address.sent),
    icon: 'mail',
    links: [{ href: actionUrl(ctx, 'account/email'), text: deadLink.again }],
  };
}

/** Whether a mailbox agrees. @param of - which one */
export function confirmPage(
  ctx: ActionContext,
  of: 'new' | 'old',
  { to }: AddressChange,
): FormPage {
  const { address } = changeTextsOf(ctx);
  const { heading, note, button } = of === 'new' ? address.confirm : address.allow;
  return {
    title: address.title,
    heading,
    note: note(maskAddress(to)),
    icon: 'mail',
    form: { action: postUrl(ctx, 'account/email-confirm'), fields: [], hidden: { of }, button },
  };
}

/** For a browser that is not signed in as the user who asked. */
export function signInFirstPage(ctx: ActionContext): FormPage {
  const { address, signIn } = changeTextsOf(ctx);
  const callbackUrl = `${actionUrl(ctx, 'account/email-confirm')}?of=new`;
  const href = withParams(pageUrl(ctx, ctx.config.pages.signIn, 'signin'), { callbackUrl });
  return {
    title: address.title,
    ...address.signInFirst,
    icon: 'alert',
    links: [{ href, text: signIn }],
  };
}

/** How a change went. */
export function outcomePage(
  ctx: ActionContext,
  outcome: 'waiting' | 'taken' | 'done' | 'doneElsewhere' | 'undoTaken' | 'undone',
): FormPage {
  const { address, goOn, signIn, deadLink } = changeTextsOf(ctx);
  const links = {
    waiting: [],
    taken: [{ href: actionUrl(ctx, 'account/email'), text: deadLink.again }],
    done: [{ href: `${ctx.origin}/`, text: goOn }],
    doneElsewhere: [{ href: actionUrl(ctx, 'signin'), text: signIn }],
    undoTaken: [{ href: actionUrl(ctx, 'account'), text: address.undoTaken.link }],
    undone: [{ href: actionUrl(ctx, 'signin'), text: signIn }],
  };
  return {
    title: address.title,
    ...address[outcome],
    icon: outcome === 'taken' || outcome === 'undoTaken' ? 'alert' : 'mail',
    links: links[outcome],
  };
}

export function undoPage(ctx: ActionContext, { from }: AddressChange): FormPage {
  const { address } = changeTextsOf(ctx);
  const { heading, note, button } = address.undo;
  return {
    title: address.title,
    heading,
    note: note(maskAddress(from)),
    icon: 'alert',
    form: { action: postUrl(ctx, 'account/email-undo'), fields: [], button },
  };
}
