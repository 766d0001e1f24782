const NAMES: ReadonlyMap<string, string> = new Map([
  ['demo', 'Demo provider'],
  ['posted', 'Demo provider (form post)'],
  ['plain', 'Demo provider (OAuth 2.0)'],
  ['email', 'Email'],
  ['passkey', 'Passkey'],
  ['password', 'Password'],
]);

/** Returns the name that people know a provider by. */
export function providerName(id: string): string {
  return NAMES.get(id) ?? id;
}
