const NAMES = [
  // With any beginning, as in `id_token`, `sessionToken` and `client_secret`.
  String.raw`[\w.-]*(?:token|secret|password)`,
  'code',
  'state',
  'nonce',
  'code_verifier',
  'email',
].join('|');

/** Patterns for likely secrets: values in headers, URLs, forms, objects or SQL, and random strings. */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/\b((?:set-)?cookie|(?:proxy-)?authorization):.*/gi, '$1: [redacted]'],
  [/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, '$1 [credential]'],
  [new RegExp(String.raw`(?<![\w.-])(${NAMES})=[^&\s"',;]+`, 'gi'), '$1=[redacted]'],
  [new RegExp(String.raw`"(${NAMES})"\s*:\s*"(?:[^"\\]|\\.)*"?`, 'gi'), '"$1":"[redacted]"'],
  // As `util.inspect` and the errors of Prisma print the members of an object.
  [memberIn('"'), '$1: "[redacted]"'],
  [memberIn("'"), "$1: '[redacted]'"],
  // Drizzle repeats the values of a failed statement after it.
  [/^(Failed query: .*?) params: .*/, '$1 params: [redacted]'],
  [/\bey[\w-]{10,}(?:\.[\w-]*){2,4}/g, '[token]'],
  [/[\w-]{40,}/g, '[redacted]'],
];

function memberIn(quote: string): RegExp {
  const value = String.raw`${quote}(?:[^${quote}\\]|\\.)*${quote}?`;
  return new RegExp(String.raw`(?<![\w.-])((?:${NAMES})'?): ${value}`, 'gi');
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
  const clean = SECRETS.reduce((rest, [pattern, by]) => rest.replace(pattern, by), line);
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
