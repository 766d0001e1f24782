/** What looks like a secret: a JWT or JWE, a long random text, a credential in a URL or header. */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/\bey[\w-]{10,}(?:\.[\w-]*){2,4}/g, '[token]'],
  [/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, '$1 [credential]'],
  [
    /([?&](?:code|state|token|access_token|refresh_token|id_token|client_secret|code_verifier|password|email)=)[^&\s"']+/gi,
    '$1[redacted]',
  ],
  [/[\w-]{40,}/g, '[redacted]'],
];

const CONTROL = /[\p{Cc}\u2028\u2029]+/gu;
const MAX_LENGTH = 500;

/**
 * Makes a text fit for one log line: no control characters, no secrets, at most 500 characters.
 * @see security bar I01, I02, I09
 */
export function redact(text: string): string {
  const line = text.slice(0, 10 * MAX_LENGTH).replace(CONTROL, ' ');
  const clean = SECRETS.reduce((rest, [pattern, by]) => rest.replace(pattern, by), line);
  return clean.length > MAX_LENGTH ? `${clean.slice(0, MAX_LENGTH)}…` : clean;
}
