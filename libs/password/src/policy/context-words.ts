/** Who chooses a password, and where. */
export interface PasswordContext {
  /** Address of the person. */
  readonly email?: string | null;
  /** Name of the person. */
  readonly name?: string | null;
  /** Name of the application, if it is configured. */
  readonly site?: string;
  /** Host of the application. */
  readonly host?: string;
}

const WORD = /[\p{L}\p{N}]+/gu;
const LETTER = /\p{L}/u;
/** Shorter words are part of too many others. */
const SHORTEST = 3;

/**
 * Whether a password is made of nothing but words that are known of the person and the site, with
 * digits and punctuation between them.
 * @see NIST SP 800-63B-4 section 3.1.1.2
 */
export function isOfContext(password: string, context: PasswordContext): boolean {
  const known = wordsOf(context);
  const words = wordsIn(password).filter((word) => LETTER.test(word));
  return words.length > 0 && words.every((word) => isMadeOf(word, known));
}

/** Whole words, also without the digits at their ends and without what separates them. */
function isMadeOf(word: string, known: ReadonlySet<string>): boolean {
  return known.has(word) || known.has(word.replace(/^\p{N}+|\p{N}+$/gu, ''));
}

function wordsOf({ email, name, site, host }: PasswordContext): ReadonlySet<string> {
  const sources = [email, name, site, host].filter((source) => typeof source === 'string');
  const words = sources.flatMap((source) => [...wordsIn(source), wordsIn(source).join('')]);
  return new Set(words.filter((word) => word.length >= SHORTEST));
}

function wordsIn(text: string): string[] {
  return text.normalize('NFC').toLowerCase().match(WORD) ?? [];
}
