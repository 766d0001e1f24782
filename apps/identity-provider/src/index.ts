export { DEMO_ACCOUNTS } from './demo-accounts.js';
export type { DemoAccount } from './demo-accounts.js';
export { startIdentityProvider } from './identity-provider.js';
export type { IdentityProvider } from './identity-provider.js';
export type {
  IdentityProviderClient,
  IdentityProviderOptions,
} from './identity-provider-options.js';
export type { Mail } from './mail-inbox/mail.js';
export { startMailInbox } from './mail-inbox/mail-inbox.js';
export type { MailInbox, MailInboxOptions } from './mail-inbox/mail-inbox.js';
export { ProviderCookieJar } from './provider-cookie-jar.js';
export { cancelAtProvider, signInAtProvider } from './sign-in-at-provider.js';
export type { CancelAtProviderOptions, SignInAtProviderOptions } from './sign-in-at-provider.js';
