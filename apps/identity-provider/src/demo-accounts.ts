/**
 * An account of the demo identity provider. Its fields are the standard claims of the ID token and
 * the userinfo response.
 * @see OpenID Connect Core 1.0, section 5.1
 */
export interface DemoAccount {
  readonly sub: string;
  readonly email: string;
  readonly email_verified: boolean;
  readonly name: string;
  /** URL of a portrait; omitted from the claims if absent. */
  readonly picture?: string;
}

/** The default accounts of a provider. The email address of the last one is not verified. */
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
