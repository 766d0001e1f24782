import type { SessionContext } from '@authnest/core/feature';
import type { PasswordTexts } from './password-texts.js';

/** Returns the texts of the feature in the language of the request. */
export function textsOf({ language }: SessionContext): PasswordTexts {
  return (language.texts as unknown as { readonly password: PasswordTexts }).password;
}
