import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { renderSignInMail } from '../email/sign-in-mail.js';
import type { AllTexts } from '../model/texts.js';
import { englishTexts } from '../config/texts/english.js';
import type { Language } from '../config/texts/language.js';
import type { ErrorKey } from '../model/texts.js';
import { renderConfirmPage } from './confirm.page.js';
import { renderErrorPage } from './error.page.js';
import type { ProviderListing } from './provider-listing.js';
import { renderSignInPage } from './sign-in.page.js';
import { renderSignedOutPage, renderSignOutPage } from './sign-out.page.js';
import { renderVerifyRequestPage } from './verify-request.page.js';

const FOLDERS = ['pages', 'email'].map((name) => join(import.meta.dirname, '..', name));
const FILES = FOLDERS.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.tsx') && !name.includes('.spec.'))
    .map((name) => join(folder, name)),
);
/** Attributes that people read or hear. */
const SPOKEN =
  /^(?:alt|label|placeholder|title|summary|content|aria-(?:label|description|roledescription)|data-(?!options|autofill|form-field|fields|passkeys|reveal|wait|unknown).*)$/;
const ONLY_FOR_MACHINES = /^(?:width=device-width, initial-scale=1|noindex|light dark)$/;

/** Returns the texts between tags and in attributes that are written in the source itself. */
function writtenTexts(code: string): string[] {
  const source = ts.createSourceFile('a.tsx', code, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) found.push(node.text);
    if (ts.isJsxAttribute(node) && SPOKEN.test(node.name.getText()) && node.initializer) {
      found.push(...literalsOf(node.initializer));
    }
    if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent))
      found.push(...literalsOf(node));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found.filter((text) => /\p{L}/u.test(text) && !ONLY_FOR_MACHINES.test(text));
}

/**
 * Returns the literals of a node, except those in nested elements, which are visited separately, in
 * calls and in comparisons.
 */
function literalsOf(node: ts.Node): string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node)) {
    return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
  }
  if (ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node) || ts.isCallExpression(node))
    return [];
  if (ts.isBinaryExpression(node) && node.operatorToken.getText().startsWith('==')) return [];
  const found: string[] = [];
  ts.forEachChild(node, (child) => {
    found.push(...literalsOf(child));
  });
  return found;
}

/** Returns the same table in an invented language without Latin letters. */
function inNoLatin<T>(value: T): T {
  if (typeof value === 'string') return '◆' as T;
  if (typeof value === 'function') return ((given: unknown) => `◆${String(given)}`) as T;
  const entries = Object.entries(value as object).map(([key, inner]) => [key, inNoLatin(inner)]);
  return Object.fromEntries(entries) as T;
}

const texts = inNoLatin(englishTexts);
const language: Language = { tag: 'qaa', choice: 'fixed', texts: texts as AllTexts };
const origin = 'https://127.0.0.1';
const base = { theme: {}, language, origin };
const PROVIDERS: ProviderListing[] = [
  { id: '1', name: '1', type: 'oidc', style: {} },
  { id: '2', name: '2', type: 'email' },
  { id: '3', name: '3', type: 'credentials', credentials: { '4': { label: '5' } } },
  {
    id: '6',
    name: '6',
    type: 'webauthn',
    formFields: { '7': {} },
    autofill: true,
    inferAction: false,
  },
];
const mail = renderSignInMail({
  url: 'https://127.0.0.1/1',
  expires: new Date(Date.now() + 600_000),
  theme: {},
  language: 'qaa',
  texts,
});

const SENT = { address: '1', again: '1', times: 'again', actionUrl: '/' } as const;
const forms = { csrfToken: '1', callbackUrl: '/', actionUrl: () => '/' };
/** Providers that share one address field, and one whose password form is folded. */
const WITH_PASSWORDS: ProviderListing[] = [
  ...PROVIDERS.filter(({ type }) => type !== 'credentials'),
  {
    id: '8',
    name: 'Credentials',
    type: 'credentials',
    credentials: { email: {}, username: {}, password: { type: 'password' } },
  },
  { id: '9', name: 'Credentials', type: 'credentials', credentials: { '4': { label: '5' } } },
];
const LINKS = { forgotPassword: '/', createAccount: '/', terms: '/', privacy: '/' };
const PAGES: readonly (readonly [name: string, html: string])[] = [
  ['the sign-in page', renderSignInPage({ ...base, ...forms, providers: PROVIDERS }).html],
  [
    'the sign-in page with one shared address field',
    renderSignInPage({ ...base, ...forms, providers: WITH_PASSWORDS, links: LINKS }).html,
  ],
  [
    'the sign-in page without providers',
    renderSignInPage({ ...base, ...forms, providers: [] }).html,
  ],
  ...(['RateLimited', 'CredentialsSignin', 'unknown'] as const).map(
    (error) =>
      [
        `the sign-in page with ${error}`,
        renderSignInPage({ ...base, ...forms, providers: PROVIDERS, error, waitSeconds: 60 }).html,
      ] as const,
  ),
  ['the sign-out page', renderSignOutPage({ ...base, actionUrl: '/' }).html],
  ['the sign-out page without a session', renderSignedOutPage({ ...base, signInUrl: '/' }).html],
  ['the verify page', renderVerifyRequestPage({ ...base, signInUrl: '/' }).html],
  [
    'the verify page after a mail',
    renderVerifyRequestPage({ ...base, signInUrl: '/', sent: SENT }).html,
  ],
  [
    'the confirm page',
    renderConfirmPage({ ...base, actionUrl: '/', address: '1', link: '1' }).html,
  ],
  ...[...(Object.keys(englishTexts.errors) as ErrorKey[]), 'Callback', undefined].map(
    (error) =>
      [
        `the error page for ${error}`,
        renderErrorPage({ ...base, error, waitSeconds: 60, signInUrl: '/' }).html,
      ] as const,
  ),
  ['an error page without origin', renderErrorPage({ ...base, origin: '', signInUrl: '/' }).html],
  ['the mail in HTML', mail.html],
];

/** Returns the texts between tags and in attributes that people read. */
function readTexts(html: string): string[] {
  const body = html.replace(/<(style|script)>[^]*?<\/\1>/g, '');
  const spoken = [...body.matchAll(/ ([\w-]+)="([^"]*)"/g)]
    .filter(([, name = '']) => SPOKEN.test(name))
    .map(([, , value = '']) => value);
  return [...body.replace(/<[^>]*>/g, '\n').split('\n'), ...spoken].filter(
    (text) => text !== '' && !ONLY_FOR_MACHINES.test(text),
  );
}

describe('the texts of pages and mails', () => {
  it.each(FILES.map((file) => [file.slice(file.lastIndexOf('/') + 1), file]))(
    'are not hard-coded in %s',
    (_, file) => {
      expect(writtenTexts(readFileSync(file, 'utf8'))).toEqual([]);
    },
  );

  it.each(PAGES)('come only from the table on %s', (_, html) => {
    const found = readTexts(html);

    expect(found.join()).toContain('◆');
    expect(found.filter((text) => /[a-z]/i.test(text))).toEqual([]);
    expect(html).toContain('<html lang="qaa">');
  });

  it('come only from the table in the plain-text mail', () => {
    const words = `${mail.subject}\n${mail.text}`.replace('https://127.0.0.1/1', '');

    expect(words).not.toMatch(/[a-z]/i);
  });

  it.each([
    ['<p>Hello</p>', ['Hello']],
    ['<p>{ok ? "Hello" : name}</p>', ['Hello']],
    ['<p>{`Hello ${name}`}</p>', ['Hello ']],
    ['<a aria-label="Hello" class="no" />', ['Hello']],
    ['<p>{kind === "no" && <b>{text}</b>} ·</p>', []],
  ])('are found in the source %s', (source, found) => {
    expect(writtenTexts(source)).toEqual(found);
  });
});
