import type { AdapterUser } from '../../../adapter/adapter-rows.js';
import { normalizeEmail } from '../../../model/normalize-email.js';
import type { FormPage } from '../../../pages/form.page.js';
import type { ActionContext } from '../../../request/context/action-context.js';
import { postUrl } from '../../../request/redirects/request-urls.js';
import { linkBack } from '../account-url.js';
import { changeTextsOf } from '../texts/change-texts.js';

/** Whether the person has typed the own address or, without one, the word that the page shows. */
export function isConfirmed(
  ctx: ActionContext,
  { email }: AdapterUser,
  typed: Readonly<Record<string, string>>,
): boolean {
  if (email)
    return same(normalizeEmail(typed['email']) ?? typed['email'], normalizeEmail(email) ?? email);
  return same(typed['confirm'], changeTextsOf(ctx).deletion.word);
}

function same(typed: string | undefined, expected: string): boolean {
  return typed !== undefined && folded(typed) === folded(expected);
}

/** In characters; no address is longer, and a long text takes quadratic time to normalize. */
const LONGEST = 1000;

function folded(text: string): string {
  return text.slice(0, LONGEST).trim().normalize('NFKC').toLowerCase();
}

/** @param error - what was wrong with what was sent */
export function deletionPage(ctx: ActionContext, user: AdapterUser, error?: string): FormPage {
  const { deletion } = changeTextsOf(ctx);
  const field = user.email
    ? { name: 'email', label: deletion.field, type: normalizeEmail(user.email) ? 'email' : 'text' }
    : { name: 'confirm', label: deletion.wordField(deletion.word), type: 'text' };
  return {
    title: deletion.title,
    heading: deletion.heading,
    note: deletion.note,
    icon: 'alert',
    error,
    form: {
      action: postUrl(ctx, 'account/delete'),
      fields: [
        {
          name: field.name,
          label: field.label,
          input: { type: field.type, autocomplete: 'off', required: true },
          isFaulty: error === deletion.wrong,
        },
      ],
      button: deletion.button,
    },
    ...linkBack(ctx),
  };
}
