import { OAuthProfileParseError } from '../errors/internal.errors.js';
import { idFault } from '../model/id-fault.js';

/** @see OpenID Connect Core section 2: a subject has at most 255 characters */
const MAX_ID = 255;

/**
 * Returns the id of an account. Refuses a value that two users could share.
 * @param id - as returned by the provider's `profile` function
 * @param profile - searched for a number that the function may have turned into a string
 * @returns 1 to 255 characters
 * @throws {OAuthProfileParseError} when the id is not usable
 * @see docs/design/security-bar.md B03
 */
export function accountIdOf(id: unknown, profile: unknown): string {
  const fault = faultOf(id, profile);
  if (fault === undefined) return String(id);
  throw new OAuthProfileParseError(
    `the profile has no usable id: expected a string of 1 to ${MAX_ID} characters or a safe integer, got ${fault}; check \`profile\` of the provider`,
  );
}

/** Describes what is wrong with an id, without including its value. */
function faultOf(id: unknown, profile: unknown): string | undefined {
  const fault = idFault(id);
  if (fault !== undefined || typeof id !== 'string') return fault;
  if (id.length > MAX_ID) return 'a longer string';
  return isRounded(id) && hasNumber(profile, Number(id))
    ? 'the string of a number beyond 2^53, which JSON.parse has rounded'
    : undefined;
}

/** Whether a string is the result of `String` for a number that is not a safe integer. */
function isRounded(id: string): boolean {
  const number = Number(id);
  return !Number.isSafeInteger(number) && String(number) === id;
}

/** Whether a profile contains a number at any depth. Not recursive, since it may be very deep. */
function hasNumber(profile: unknown, number: number): boolean {
  const left: unknown[] = [profile];
  for (let value = left.pop(); value !== undefined || left.length > 0; value = left.pop()) {
    if (value === number) return true;
    if (typeof value !== 'object' || value === null) continue;
    for (const member of Object.values(value)) left.push(member);
  }
  return false;
}
