/** Returns the user with null for an empty address, which the unique key allows many times. */
export function withoutEmptyEmail<U extends { email?: string | null }>(
  user: U,
): U | (U & { email: null }) {
  return user.email === '' ? { ...user, email: null } : user;
}
