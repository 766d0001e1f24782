import { OAuthProfileParseError } from '../errors/internal.errors.js';
import { idFault } from '../model/id-fault.js';

/** @see OpenID Connect Core section 2: a subject has at most 255 characters */
const MAX_ID = 255;

/**
 * The id of an account. A value that two people could share is refused.
 * @param id - as the provider's `profile` mapped it
 * @param profile - searched for the number that the mapping may have turned into a string
 * @returns 1 to 255 characters
 * @throws {OAuthProfileParseError} for anything but a string or a safe integer
 * @see docs/design/security-bar.md B03
 */
export function accountIdOf(id: unknown, profile: unknown): string {
  const fault = faultOf(id, profile);
  if (fault === undefined) return String(id);
  throw new OAuthProfileParseError(
    `the profile has no usable id: expected a string of 1 to ${MAX_ID} characters or a safe integer, got ${fault}; check \`profile\` of the provider`,
  );
}

/** What is wrong with an id, without its value. */
function faultOf(id: unknown, profile: unknown): string | undefined {
  const fault = idFault(id);
  if (fault !== undefined || typeof id !== 'string') return fault;
  if (id.length > MAX_ID) return 'a longer string';
  return isRounded(id) && hasNumber(profile, Number(id))
    ? 'the string of a number beyond 2^53, which JSON.parse has rounded'
    : undefined;
}

/** Whether a string is what `String` makes of a number that is not a safe integer. */
function isRounded(id: string): boolean {
  const number = Number(id);
  return !Number.isSafeInteger(number) && String(number) === id;
}

/** Whether a profile has a number somewhere; without recursion, since it may be deep. */
function hasNumber(profile: unknown, number: number): boolean {
  const left: unknown[] = [profile];
  for (let value = left.pop(); value !== undefined || left.length > 0; value = left.pop()) {
    if (value === number) return true;
    if (typeof value !== 'object' || value === null) continue;
    for (const member of Object.values(value)) left.push(member);
  }
  return false;
}
