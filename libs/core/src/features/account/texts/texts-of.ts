import type { SessionContext } from '../../../request/context/session-context.js';
import type { AccountTexts } from './account-texts.js';

/** Returns the texts of the feature in the language of the request. */
export function textsOf({ language }: SessionContext): AccountTexts {
  return (language.texts as unknown as { readonly account: AccountTexts }).account;
}
