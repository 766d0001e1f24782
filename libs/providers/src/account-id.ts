/**
 * An account's id as a text. What is missing stays missing, so that the sign-in is refused: an id
 * that were made up would be a new account each time.
 */
export function accountId(id: string | number | null | undefined): string | undefined {
  return id === null || id === undefined ? undefined : String(id);
}
