const FONT = `font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif`;

interface Colors {
  readonly page: string;
  readonly card: string;
  readonly line: string;
  readonly text: string;
  readonly soft: string;
}

/** The light colours of the built-in pages. */
const LIGHT: Colors = {
  page: '#f5f6f8',
  card: '#ffffff',
  line: '#e3e6eb',
  text: '#15181e',
  soft: '#5b6270',
};
const DARK: Colors = {
  page: '#0c0e12',
  card: '#15181e',
  line: '#2a2f39',
  text: '#eef0f4',
  soft: '#a0a7b4',
};

/**
 * The styles of the mail's elements, for `style` attributes: many clients ignore style sheets.
 */
export const MAIL_STYLES = { light: styles(LIGHT), dark: styles(DARK) };

function styles({ page, card, line, text, soft }: Colors) {
  return {
    page: `margin:0;padding:0;background:${page}`,
    card: `max-width:440px;border-collapse:separate;background:${card};border:1px solid ${line};border-radius:16px`,
    heading: `margin:0;color:${text};${FONT};font-size:22px;font-weight:600;line-height:1.3`,
    text: `margin:12px 0 24px;color:${text};${FONT};font-size:16px;line-height:1.5`,
    code: `margin:0 0 24px;color:${text};font-family:ui-monospace,Menlo,Consolas,monospace;font-size:30px;font-weight:600;letter-spacing:.12em;line-height:1.2`,
    button: `display:inline-block;padding:13px 28px;${FONT};font-size:16px;font-weight:600;line-height:1.25;text-decoration:none;border-radius:10px`,
    soft: `margin:28px 0 0;color:${soft};${FONT};font-size:14px;line-height:1.5`,
  };
}

/** Returns a style sheet with dark colours and smaller margins, for clients that support it. */
export function mailSheet(scheme: 'auto' | 'dark' | 'light'): string {
  const { page, card, line, text, soft } = DARK;
  const dark =
    `@media (prefers-color-scheme:dark){.page{background:${page}!important}` +
    `.card{background:${card}!important;border-color:${line}!important}` +
    `.heading,.text{color:${text}!important}.soft{color:${soft}!important}}`;
  return `@media (max-width:400px){.inside{padding:28px 20px!important}}${scheme === 'auto' ? dark : ''}`;
}
