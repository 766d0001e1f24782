/**
 * A person who can sign in at the demo identity provider. Field names are the standard claims that
 * end up in the ID token and in the userinfo response.
 * @see OpenID Connect Core 1.0, section 5.1
 */
export interface DemoAccount {
  readonly sub: string;
  readonly email: string;
  readonly email_verified: boolean;
  readonly name: string;
  /** URL of a portrait; omitted from the claims when absent. */
  readonly picture?: string;
}

/** The accounts of a provider started without its own list; the last has an unverified email. */
export const DEMO_ACCOUNTS: readonly DemoAccount[] = Object.freeze([
  {
    sub: 'ada-lovelace',
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    email_verified: true,
  },
  {
    sub: 'grace-hopper',
    name: 'Grace Hopper',
    email: 'grace@example.com',
    email_verified: true,
  },
  {
    sub: 'katherine-johnson',
    name: 'Katherine Johnson',
    email: 'katherine@example.com',
    email_verified: false,
  },
]);
