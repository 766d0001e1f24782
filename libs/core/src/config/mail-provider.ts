import type { ResolvedEmailProvider } from '../provider/resolved-provider.js';
import type { ResolvedAuthConfig } from './resolved-auth-config.js';

/** Returns the first provider that can send any mail, and not only a link of its own. */
export function mailProviderOf({
  providers,
}: Pick<ResolvedAuthConfig, 'providers'>): ResolvedEmailProvider | undefined {
  const emails = [...providers.values()].filter((provider) => provider.type === 'email');
  return emails.find(({ send, sendMail, server }) => sendMail ?? (server && !send));
}

/** Whether features can send mails. */
export function canSendMail(config: ResolvedAuthConfig): boolean {
  return config.mailer !== undefined || mailProviderOf(config) !== undefined;
}
