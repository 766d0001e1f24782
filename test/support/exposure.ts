import { addressesOf, type ExposedApp, PUBLIC } from './exposed-app.js';
import type { RawResponse } from './raw-request.js';

/** Matches an error from the platform that repeats the target, which no browser follows. */
const ECHO =
  /"message":"(?:Cannot [A-Z]+ |'.*' is not a valid url component|Failed to decode param)/;

/** Describes the violations that a request caused. @param target - as it was sent */
export async function faultsOf(
  { mailbox, handed, watched }: ExposedApp,
  { response, target, mounted }: { response: RawResponse; target: string; mounted: RegExp },
): Promise<string[]> {
  const text = ECHO.test(response.text) ? '' : response.text;
  const mails = await Promise.all(mailbox.mails.map((_, index) => mailbox.read(index)));
  const addresses = [
    ...addressesOf({ headers: response.headers, text }),
    ...response.cookies.flatMap((line) => addressesOf({ headers: {}, text: decoded(line) })),
    ...mails.flatMap((mail) => addressesOf({ headers: {}, text: mail.text ?? '' })),
    ...handed,
  ];
  const foreign = addresses.filter((address) => !isOwn(address, { target, mounted }));
  const did = [...watched.done(), ...mails.map(() => 'mail'), ...response.cookies];
  const isRefused = response.status < 200 || response.status >= 400 || text.startsWith('{"type":');
  return [
    ...foreign.map((address) => `${address} is another place`),
    ...(isRefused ? did.map((deed) => `refused with ${response.status}, and did: ${deed}`) : []),
  ];
}

/** Decodes a cookie, whose value was encoded by `encodeURIComponent`. */
const decoded = (line: string): string => decodeURIComponent(line.split(';', 1)[0] ?? '');

/** The provider in the tests; the parameters in its URLs are checked separately. */
const PROVIDER = 'https://gh.example/authorize?';

function isOwn(address: string, { target, mounted }: { target: string; mounted: RegExp }): boolean {
  if (address.startsWith(PROVIDER)) return true;
  if (!URL.canParse(address) || new URL(address).origin !== PUBLIC) return false;
  const { pathname } = new URL(address);
  if (pathname === '/' || !pathname.includes('/auth/')) return isPage(pathname, target);
  return mounted.test(pathname) && isPage(pathname.slice(0, pathname.indexOf('/auth/')), target);
}

/** Whether a path outside the mount path is the root or a literal part of the target. */
function isPage(path: string, target: string): boolean {
  return path === '/' || target.includes(path) || path.includes('%');
}
