import { isErrorCode } from './error-codes.js';

const NAMES = [
  // With any beginning, as in `id_token`, `sessionToken` and `client_secret`.
  String.raw`[\w.-]*(?:token|secret|password)`,
  '(?:(?:auth|authorization|device|user)_?)?code',
  'state',
  'nonce',
  'code_verifier',
  'email',
].join('|');

/** The start of a member as printed: its name, possibly in quotes. */
const INSPECTED = String.raw`(?<![\w.-])('?(${NAMES})'?: )`;

/** Removes likely secrets: values in headers, URLs, forms, objects or SQL, and random strings. */
const REMOVALS: readonly ((text: string) => string)[] = [
  removal(/\b((?:set-)?cookie|(?:proxy-)?authorization):.*/gi, '$1: [redacted]'),
  removal(/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, '$1 [credential]'),
  removal(new RegExp(String.raw`(?<![\w.-])(${NAMES})=[^&\s"',;]+`, 'gi'), '$1=[redacted]'),
  memberRemoval(String.raw`("(${NAMES})"\s*:\s*)`, '"'),
  // As `util.inspect` and the errors of Prisma print the members of an object.
  memberRemoval(INSPECTED, '"'),
  memberRemoval(INSPECTED, "'"),
  // Drizzle repeats the values of a failed statement after it.
  removal(/^(Failed query: .*?) params: .*/, '$1 params: [redacted]'),
  // Begins with a word, so that each is read once.
  removal(/(?<![\w-])ey[\w-]{10,}(?:\.[\w-]*){2,4}/g, '[token]'),
  removal(/[\w-]{40,}/g, '[redacted]'),
];

function removal(pattern: RegExp, by: string): (text: string) => string {
  return (text) => text.replace(pattern, by);
}

/** Removes the values of an object's members, except for the codes of technical errors. */
function memberRemoval(member: string, quote: string): (text: string) => string {
  const value = String.raw`${quote}((?:[^${quote}\\]|\\.)*)${quote}?`;
  const pattern = new RegExp(member + value, 'gi');
  const shown = (whole: string, start: string, name: string, content: string): string =>
    name.toLowerCase() === 'code' && isErrorCode(content)
      ? whole
      : `${start}${quote}[redacted]${quote}`;
  return (text) => text.replace(pattern, shown);
}

/** Strings that no pattern changes, such as most ids and names. They are returned at once. */
const PLAIN = /^[\w-]{0,39}$/;
const CONTROL = /[\p{Cc}\u2028\u2029]+/gu;
/** Invisible characters that change how a line is shown: right to left, or as one word. */
const FORMAT = /\p{Cf}/gu;
const MAX_LENGTH = 500;

/**
 * Turns a string into one line without control and format characters.
 * @see docs/design/security-bar.md I09
 */
export function oneLine(text: string): string {
  // Format characters are removed without a gap: a secret with one inside is still a secret.
  return text.replace(FORMAT, '').replace(CONTROL, ' ');
}

/**
 * Makes a string fit for one log line: no control or format characters, no secrets, at most 500
 * characters.
 * @see docs/design/security-bar.md I01, I02, I09
 */
export function redact(text: string): string {
  if (PLAIN.test(text)) return text;
  const line = oneLine(beginningOf(text));
  const clean = REMOVALS.reduce((rest, remove) => remove(rest), line);
  return clean.length > MAX_LENGTH ? `${clean.slice(0, MAX_LENGTH)}…` : clean;
}

/** Cuts a long string between two words, since half a secret would not look like one. */
function beginningOf(text: string): string {
  const limit = 10 * MAX_LENGTH;
  if (text.length <= limit) return text;
  let end = limit;
  while (end > 0 && /[\w-]/.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end === 0 ? limit : end);
}
