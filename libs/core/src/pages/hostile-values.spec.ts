import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { renderErrorPage } from './error.page.js';
import { FORM_SCRIPT } from './form-script.js';
import type { RenderedPage } from './layout/rendered-page.js';
import { renderSignInPage } from './sign-in.page.js';
import { renderSignOutPage } from './sign-out.page.js';
import { renderVerifyRequestPage } from './verify-request.page.js';
import { IN_ENGLISH } from '../config/texts/resolve-languages.js';

const PIECES = {
  html: ['<script>alert(1)</script>', '</style>', '</title>', '<!--', '-->', '<svg/onload=x>'],
  quotes: ['"', "'", '`', '<', '>', '&', '&quot;', '&#34;', '=', '/', '\\', ' onfocus=x '],
  urls: [
    'javascript:',
    'data:image/svg+xml,',
    'https://',
    'https://a;b',
    'https://a,b',
    '/x',
    '//',
  ],
  css: ['red', '#fff', '}', '{', ';', 'url(', ')'],
  others: ['\0', '\n', '\u2028', '\ud800', '{{', '${', 'constructor', '__proto__'],
};

const hostile = fc.oneof(
  fc
    .array(fc.constantFrom(...Object.values(PIECES).flat()), { maxLength: 6 })
    .map((pieces) => pieces.join('')),
  fc.string({ unit: 'binary' }),
);

/** Renders pages with the same hostile value in every place. */
function pagesOf(value: string): RenderedPage[] {
  const theme = { brandColor: value, buttonText: value, logo: value };
  const origin = value;
  const language = IN_ENGLISH;
  const input = { label: value, type: value, placeholder: value, value, [value]: value };
  const style = { brandColor: value, bg: value, logo: value, logoDark: value };
  return [
    renderSignInPage({
      theme,
      language,
      origin,
      csrfToken: value,
      callbackUrl: value,
      error: value,
      actionUrl: () => value,
      providers: [
        { id: value, name: value, type: 'oauth', style },
        { id: value, name: value, type: 'credentials', credentials: { [value]: input } },
        { id: `${value}2`, name: value, type: 'credentials', credentials: { email: input } },
        { id: value, name: value, type: 'email' },
      ],
      name: value,
      tried: { providerId: value, value },
      links: { terms: '/terms' },
    }),
    renderSignOutPage({ theme, language, origin, name: value, csrfToken: value, actionUrl: value }),
    renderErrorPage({ theme, language, origin, name: value, error: value, signInUrl: value }),
    renderVerifyRequestPage({
      theme,
      language,
      origin,
      signInUrl: value,
      sent: { address: value, again: value, times: 'again', actionUrl: value, csrfToken: value },
    }),
  ];
}

const TAGS =
  /^(?:html|head|meta|title|body|main|nav|div|header|footer|details|summary|h1|p|img|picture|source|svg|path|form|input|button|span|label|a)$/;
const ATTRIBUTES =
  /^(?:lang|charset|name|content|class|title|id|for|type|value|placeholder|autocomplete|href|src(?:set)?|media|alt|(?:form)?action|form(?:novalidate)?|method|role|open|autofocus|required|hidden|data-(?:reveal|wait)|aria-(?:label|hidden|invalid|pressed|describedby)|(?:view|referrer)\w+|loading|width|height|d|fill|stroke[a-z-]*)$/;
const TAG = /<\/?([a-z][a-z0-9]*)((?: [a-zA-Z-]+(?:="[^"<]*")?)*)\/?>/g;

/** Parses a page as strictly as the library writes it; whatever is left over is text. */
function dissect(html: string) {
  const [, before = '', style = '', after = ''] =
    /^<!DOCTYPE html>([^]*?)<style>([^<"&]*)<\/style>([^]*)$/.exec(html) ?? [];
  const markup = before + after.replace(`<script>${FORM_SCRIPT}</script>`, '');
  const tags = [...markup.matchAll(TAG)];
  const attributes = tags.flatMap(([, , text = '']) =>
    [...text.matchAll(/ ([a-zA-Z-]+)(?:="[^"]*")?/g)].map((found) => found[1] ?? ''),
  );
  return {
    style,
    text: markup.replace(TAG, ''),
    tags: tags.map((tag) => tag[1] ?? ''),
    attributes,
  };
}

describe('the built-in pages, filled with hostile values', () => {
  it('show the values as text, and add no tag, attribute or quote to the page (E10)', () => {
    fc.assert(
      fc.property(hostile, (value) => {
        for (const { html } of pagesOf(value)) {
          const { style, text, tags, attributes } = dissect(html);

          expect(style).not.toBe('');
          expect(text).not.toMatch(/[<"]/);
          expect(tags.filter((tag) => !TAGS.test(tag))).toEqual([]);
          expect(attributes.filter((name) => !ATTRIBUTES.test(name))).toEqual([]);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('have a valid style hash, and only the policy directives of the library (E09)', () => {
    fc.assert(
      fc.property(hostile, (value) => {
        for (const { html, contentSecurityPolicy } of pagesOf(value)) {
          const hash = createHash('sha256').update(dissect(html).style).digest('base64');

          expect(contentSecurityPolicy).toContain(`style-src 'sha256-${hash}'`);
          expect(contentSecurityPolicy).toMatch(
            /^default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; style-src '[\w+/=-]+'(?:; script-src '[\w+/=-]+'; connect-src 'self')?(?:; img-src [^;,\s]+)?(?:; form-action (?:'none'|'self' https:))?$/,
          );
        }
      }),
      { numRuns: 400 },
    );
  });
});
