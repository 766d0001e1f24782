import { englishTexts } from '../config/texts/english.js';
import { timeInWords } from '../config/texts/time-in-words.js';
import type { MailContent } from '../model/auth-mail.js';
import type { Texts } from '../model/texts.js';
import type { Theme } from '../model/theme.js';
import { htmlOfMail, unlinked } from './render-mail.js';

/** The data that the mail shows. */
export interface SignInMailProps {
  readonly url: string;
  /** Name of the application. @default the host of the link */
  readonly name?: string;
  /** When the link stops working. */
  readonly expires: Date;
  readonly theme: Theme;
  /** Tag of the language of `texts`. @default 'en' */
  readonly language?: string;
  /** @default English */
  readonly texts?: Pick<Texts, 'mail' | 'durations'>;
}

/**
 * Renders the mail with the link. It repeats nothing from the request, not even the address: a
 * stranger who requests a link must not be able to choose text that the recipient reads.
 * @see docs/design/wire-contract.md 12.2; docs/design/security-bar.md A04, F03
 */
export function renderSignInMail(props: SignInMailProps): MailContent {
  const { url, expires, theme, language = 'en', texts = englishTexts } = props;
  const host = props.name ?? new URL(url).host;
  const { mail } = texts;
  const life = timeInWords(texts, (expires.getTime() - Date.now()) / 1000);
  const subject = mail.subject(host);
  return {
    subject,
    text: [subject, mail.openLink(life), url, mail.ignoreLink, ''].join('\n\n'),
    html: htmlOfMail({
      subject,
      heading: mail.subject(unlinked(host)),
      text: mail.pressButton(life),
      url,
      button: mail.button,
      note: mail.ignoreButton,
      theme,
      language,
    }),
  };
}
