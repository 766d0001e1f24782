import { AuthError } from '../../errors/auth.error.js';
import { isSafeImageUrl, isSafeUrlOrPath } from '../../model/is-safe-url.js';
import type { Theme } from '../../model/theme.js';
import { isCssColor } from './is-css-color.js';
import type { OptionGroup } from './option-group.js';
import { object, oneOf, text } from './option-test.js';

/** Paths or URLs of custom pages. @see docs/design/wire-contract.md 16.2 */
export interface PagesOptions {
  /** @default '<basePath>/signin' */
  signIn?: string;
  signOut?: string;
  /** @default '<basePath>/error' */
  error?: string;
  verifyRequest?: string;
  /** Where new users are sent after their first sign-in. */
  newUser?: string;
  /** Where users manage their account. @default '<basePath>/account' */
  account?: string;
  /** Where users prove again who they are. @default '<basePath>/reauthenticate' */
  reauthenticate?: string;
}

/** URLs, or paths from the root, of pages that the sign-in page links to. */
export interface LinksOptions {
  /** The page for setting a new password. Linked next to a password field. */
  forgotPassword?: string;
  /** The page on which users register. */
  createAccount?: string;
  terms?: string;
  privacy?: string;
}

interface Looks {
  readonly pages?: PagesOptions;
  readonly links?: LinksOptions;
  readonly theme?: Theme;
}

/** Checks values that end up in HTML. @see docs/design/security-bar.md A18 */
export function* checkTheme({ theme = {} }: Looks): Iterable<AuthError> {
  for (const color of ['brandColor', 'buttonText'] as const) {
    if (theme[color] !== undefined && !isCssColor(theme[color])) {
      yield new AuthError(
        `theme.${color}: expected a CSS colour such as #346df1 or rgb(52 109 241)`,
      );
    }
  }
  if (theme.logo !== undefined && !isSafeImageUrl(theme.logo)) {
    yield new AuthError('theme.logo: expected an http(s) URL, a path or a data:image/… URL');
  }
}

/** Checks values that end up in redirects. @see docs/design/security-bar.md A18 */
export function checkPages({ pages = {} }: Looks): Iterable<AuthError> {
  return checkAddresses('pages', pages);
}

/** Checks values that end up in links. @see docs/design/security-bar.md A18 */
function checkLinks({ links = {} }: Looks): Iterable<AuthError> {
  return checkAddresses('links', links);
}

function* checkAddresses(option: string, addresses: object): Iterable<AuthError> {
  for (const [member, url] of Object.entries(addresses)) {
    if (url !== undefined && !isSafeUrlOrPath(url)) {
      yield new AuthError(
        `${option}.${member}: expected a path that starts with '/', or an http(s) URL`,
      );
    }
  }
}

/**
 * Whether one of the application's own pages has the path of a built-in one. This deserves only a
 * warning: a global prefix, which moves the endpoints elsewhere, is not known at startup.
 * @param basePath - path of the endpoints, without a global prefix
 */
export function isBuiltInPage(url: string, basePath: string): boolean {
  const { pathname } = new URL(url.startsWith('/') ? `http://path${url}` : url);
  const path = pathname.toLowerCase().replace(/\/+$/, '');
  return (
    url.startsWith('/') && BUILT_IN.some((page) => path === `${basePath}/${page}`.toLowerCase())
  );
}

const BUILT_IN = ['signin', 'signout', 'error', 'verify-request', 'account', 'reauthenticate'];

/** The group of the options about pages. */
export const pagesGroup = {
  tests: { pages: object, links: object, theme: object },
  members: {
    pages: {
      signIn: text,
      signOut: text,
      error: text,
      verifyRequest: text,
      newUser: text,
      account: text,
      reauthenticate: text,
    },
    links: { forgotPassword: text, createAccount: text, terms: text, privacy: text },
    theme: {
      brandColor: text,
      buttonText: text,
      colorScheme: oneOf('auto', 'dark', 'light'),
      logo: text,
    },
  },
  checks: [
    ['pages', checkPages],
    ['links', checkLinks],
    ['theme', checkTheme],
  ],
} as const satisfies OptionGroup<'pages' | 'links' | 'theme'>;
