import { renderToString } from 'preact-render-to-string';
import type { Theme } from '../model/theme.js';
import { colorScheme, themeColors } from '../theme/theme-style.js';
import { toHexColor } from '../theme/to-rgb.js';
import { englishTexts } from '../texts/english.js';
import { textDirection } from '../texts/text-direction.js';
import type { Texts } from '../texts/texts.js';
import { timeInWords } from '../texts/time-in-words.js';
import { MAIL_STYLES, mailSheet } from './mail-style.js';

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

/** A mail, ready for any sender. */
export interface SignInMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/**
 * Renders the mail with the link. It repeats nothing from the request, not even the address: a
 * stranger who requests a link must not be able to choose text that the recipient reads.
 * @see docs/design/wire-contract.md 12.2; docs/design/security-bar.md A04, F03
 */
export function renderSignInMail(props: SignInMailProps): SignInMail {
  const { url, expires, theme, language = 'en', texts = englishTexts } = props;
  const host = props.name ?? new URL(url).host;
  const { mail } = texts;
  const life = timeInWords(texts, (expires.getTime() - Date.now()) / 1000);
  const subject = mail.subject(host);
  const html = <Mail {...{ url, host, life, theme, subject, language, mail }} />;
  return {
    subject,
    text: textOf({ url, host, life, mail }),
    html: `<!DOCTYPE html>${renderToString(html)}`,
  };
}

interface Facts {
  readonly url: string;
  readonly host: string;
  /** How long the link works, in words. */
  readonly life: string;
  readonly mail: Texts['mail'];
}

function textOf({ url, host, life, mail }: Facts): string {
  return [mail.subject(host), mail.openLink(life), url, mail.ignoreLink, ''].join('\n\n');
}

/** Prevents mail programs from turning the host into a link: the button must be the only link. */
function unlinked(host: string): string {
  return host.replaceAll('.', '.\u2060');
}

type MailProps = Facts & {
  readonly theme: Theme;
  readonly subject: string;
  readonly language: string;
};

/** An obsolete attribute that mail programs still need; the types of elements do not have it. */
const CENTERED = { align: 'center' } as const;

/** Uses tables and inline styles, which all mail programs support. */
function Mail({ url, host, life, theme, subject, language, mail }: MailProps) {
  const scheme = colorScheme(theme);
  const { brand, text } = themeColors(theme);
  const style = MAIL_STYLES[scheme === 'dark' ? 'dark' : 'light'];
  const button = `background:${toHexColor(brand)};color:${toHexColor(text)}`;
  const schemes = scheme === 'auto' ? 'light dark' : scheme;
  const dir = textDirection(language);
  return (
    <html lang={language} dir={dir}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={schemes} />
        <meta name="supported-color-schemes" content={schemes} />
        <title>{subject}</title>
        <style>{mailSheet(scheme)}</style>
      </head>
      <body class="page" style={style.page}>
        {/* `dir` again: many mail programs drop the root element. */}
        <table role="presentation" dir={dir} width="100%" style="border-collapse:collapse">
          <tr>
            <td {...CENTERED} style="padding:32px 16px">
              <table role="presentation" class="card" width="100%" style={style.card}>
                <tr>
                  <td class="inside" style="padding:36px 32px">
                    <h1 class="heading" style={style.heading}>
                      {mail.subject(unlinked(host))}
                    </h1>
                    <p class="text" style={style.text}>
                      {mail.pressButton(life)}
                    </p>
                    <a href={url} style={`${style.button};${button}`}>
                      {mail.button}
                    </a>
                    <p class="soft" style={style.soft}>
                      {mail.ignoreButton}
                    </p>
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html>
  );
}
