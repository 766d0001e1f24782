import type { Provider, ProviderConfig } from '@authnest/core';
import type { TestMailbox } from '../test-mailbox.js';

/** The same provider; one that mails links delivers them to a mailbox, whatever it sends with. */
export function deliverTo(mailbox: TestMailbox, provider: Provider): Provider {
  if (typeof provider === 'function') return (options) => diverted(mailbox, provider(options));
  return diverted(mailbox, provider);
}

function diverted({ receive }: TestMailbox, provider: ProviderConfig): ProviderConfig {
  if (provider.type !== 'email') return provider;
  // What the application passed to a factory wins over the rest.
  const options = { ...provider.options, sendVerificationRequest: receive };
  return { ...provider, sendVerificationRequest: receive, options };
}
