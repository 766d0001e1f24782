import { AuthError } from '../../errors/auth.error.js';
import { isObject, isTexts } from '../options/option-test.js';
import { isBelow } from '../../model/hosts.js';

/** A host name as browsers write it; they allow passkeys on no IP address. */
const HOST_NAME = /^(?:[a-z0-9_-]+\.)*[a-z][a-z0-9-]*$/;
/** The origin of an app or of a browser extension, and not `localhost:3000`. */
const OF_APP = /^(?!https?:)[a-z][a-z0-9+.-]*:(?!\d)\S+$/i;

/**
 * Checks the site of passkeys: with a wrong one, the application starts and no passkey ever works.
 * @param name - name of the provider in messages
 * @see WebAuthn Level 3 sections 5.1.3 and 5.4.2
 */
export function* checkRelyingParty(
  provider: { readonly relayingParty?: unknown },
  name: string,
): Iterable<AuthError> {
  const { relayingParty } = provider;
  if (!isObject(relayingParty)) return;
  const { id, origin } = relayingParty as { id?: unknown; origin?: unknown };
  const [ids, origins] = [listOf(id), listOf(origin)];
  const at = `${name}: relayingParty`;
  if (!ids.every((one) => HOST_NAME.test(one))) {
    yield new AuthError(
      `${at}.id: expected a host name in lower case, without scheme and port, e.g. 'app.example'; no IP address`,
    );
    return;
  }
  if (!origins.every((one) => isOrigin(one) || OF_APP.test(one))) {
    yield new AuthError(
      `${at}.origin: expected an origin without a path, e.g. 'https://app.example', or that of an app, e.g. 'android:apk-key-hash:…'`,
    );
    return;
  }
  const [host] = ids;
  const pages = origins.filter(isOrigin);
  // Others may be listed too: the site can allow them (WebAuthn Level 3 section 5.11).
  if (host !== undefined && pages.length > 0 && !pages.some((page) => isBelow(page, host))) {
    yield new AuthError(
      `${at}: no \`origin\` has the host name \`id\` or a subdomain of it; use the host name of your pages, or a parent domain, as \`id\``,
    );
  }
}

function isOrigin(value: string): boolean {
  return /^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value;
}

function listOf(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  return isTexts(value) ? value : [];
}
