import type { LinksOptions } from '../config/options/pages.js';
import { Registrations } from './group-ways.js';
import type { SignInGroup } from './plan-sign-in.js';
import type { SignInTexts } from './sign-in-labels.js';

export interface NewHereProps extends Pick<LinksOptions, 'createAccount'> {
  readonly texts: SignInTexts;
  readonly group?: SignInGroup;
}

/** The ways to register for users without an account. */
export function NewHere({ texts, createAccount, group }: NewHereProps) {
  const registers = group?.passkeys.some(({ inferAction }) => !inferAction) ?? false;
  if (createAccount === undefined && !registers) return null;
  return (
    <div class="more">
      {createAccount !== undefined && (
        <p>
          {texts.newHere} <a href={createAccount}>{texts.createAccount}</a>
        </p>
      )}
      {group && <Registrations group={group} texts={texts} />}
    </div>
  );
}

export interface LegalLinksProps extends Pick<LinksOptions, 'terms' | 'privacy'> {
  readonly texts: SignInTexts;
}

/** The links to legal documents. They are below the card, since they need no action. */
export function LegalLinks({ texts, terms, privacy }: LegalLinksProps) {
  if (terms === undefined && privacy === undefined) return null;
  return (
    <footer class="legal">
      {terms !== undefined && <a href={terms}>{texts.terms}</a>}
      {privacy !== undefined && <a href={privacy}>{texts.privacy}</a>}
    </footer>
  );
}
