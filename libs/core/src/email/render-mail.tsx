import { renderToString } from 'preact-render-to-string';
import { englishTexts } from '../config/texts/english.js';
import { textDirection } from '../config/texts/text-direction.js';
import { timeInWords } from '../config/texts/time-in-words.js';
import type { MailContent, MailTexts } from '../model/auth-mail.js';
import type { Texts } from '../model/texts.js';
import type { Theme } from '../model/theme.js';
import { colorScheme, themeColors } from '../pages/theme/theme-style.js';
import { toHexColor } from '../pages/theme/to-rgb.js';
import { MAIL_STYLES, mailSheet } from './mail-style.js';

/** What a mail shows. */
export interface MailProps {
  readonly words: MailTexts;
  /** Name or host of the application. */
  readonly site: string;
  readonly url?: string;
  readonly code?: string;
  readonly expires?: Date;
  readonly theme: Theme;
  /** Tag of the language of the words. @default 'en' */
  readonly language?: string;
  /** @default English */
  readonly texts?: Pick<Texts, 'durations'>;
}

/** Renders a mail in the layout of the sign-in mail; the code comes first, then the link. */
export function renderMail(props: MailProps): MailContent {
  const { words, site, url, code, expires, theme, language = 'en', texts = englishTexts } = props;
  const life = expires ? timeInWords(texts, (expires.getTime() - Date.now()) / 1000) : '';
  const subject = words.subject(site);
  const shown = { code, url, text: words.text(life), note: words.note };
  const plain = [subject, shown.text, code, url, shown.note, ''];
  return {
    subject,
    text: plain.filter((part) => part !== undefined).join('\n\n'),
    html: htmlOfMail({
      ...shown,
      subject,
      heading: words.subject(unlinked(site)),
      button: words.button,
      theme,
      language,
    }),
  };
}

/** Prevents mail programs from turning the host into a link: the button must be the only link. */
export function unlinked(host: string): string {
  return host.replaceAll('.', '.\u2060');
}

interface LayoutProps {
  readonly subject: string;
  readonly heading: string;
  readonly text: string;
  readonly code?: string | undefined;
  readonly url?: string | undefined;
  readonly button?: string | undefined;
  readonly note?: string | undefined;
  readonly theme: Theme;
  readonly language: string;
}

/** Renders the layout that all mails share. Every value passes through the escaping renderer. */
export function htmlOfMail(props: LayoutProps): string {
  return `<!DOCTYPE html>${renderToString(<Mail {...props} />)}`;
}

/** An obsolete attribute that mail programs still need; the types of elements do not have it. */
const CENTERED = { align: 'center' } as const;

/** Uses tables and inline styles, which all mail programs support. */
function Mail({ subject, heading, text, code, url, button, note, theme, language }: LayoutProps) {
  const scheme = colorScheme(theme);
  const colors = themeColors(theme);
  const style = MAIL_STYLES[scheme === 'dark' ? 'dark' : 'light'];
  const look = `background:${toHexColor(colors.brand)};color:${toHexColor(colors.text)}`;
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
                      {heading}
                    </h1>
                    <p class="text" style={style.text}>
                      {text}
                    </p>
                    {code !== undefined && (
                      <p class="heading" dir="ltr" style={style.code}>
                        {code}
                      </p>
                    )}
                    {url !== undefined && (
                      <a href={url} style={`${style.button};${look}`}>
                        {button ?? heading}
                      </a>
                    )}
                    {note !== undefined && (
                      <p class="soft" style={style.soft}>
                        {note}
                      </p>
                    )}
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
