import type { Language } from '../../../config/texts/language.js';
import type { Theme } from '../../../model/theme.js';
import type { Site } from '../../../pages/layout/site-link.js';
import type { ResolvedOAuthProvider } from '../../../provider/resolved-provider.js';
import type { AccountOverview } from './account-overview.js';
import type { AccountTexts } from '../texts/account-texts.js';

/** What the account page shows, and where its forms post. */
export interface AccountPageProps {
  readonly account: AccountOverview;
  readonly texts: AccountTexts;
  readonly site: Site;
  readonly language: Language;
  readonly theme: Theme;
  /** Absent when the CSRF check is off. */
  readonly csrfToken: string | undefined;
  readonly providers: readonly ResolvedOAuthProvider[];
  /** What has just been done, in words. */
  readonly done: string | undefined;
  /** What was wrong, in words. */
  readonly fault: string | undefined;
  readonly hasChangeOfAddress: boolean;
  readonly hasDeletion: boolean;
  /** The page itself. */
  readonly here: URL;
  /** Id of the provider for which passkeys are added. */
  readonly passkeyProvider: string | undefined;
  /** URL of the page on which the password is changed. */
  readonly changePassword: string | undefined;
  /** Returns the URL of one of our pages. */
  getUrl(action: string, provider?: string): string;
  /** Returns the URL of an endpoint for a form. */
  postUrl(action: string, provider?: string): string;
}
