import type { Provider, ProviderConfig } from '@authnest/core';
import type { TestMailbox } from '../test-mailbox.js';

/** Returns the provider; one that mails links delivers them to the mailbox instead. */
export function deliverTo(mailbox: TestMailbox, provider: Provider): Provider {
  if (typeof provider === 'function') return (options) => diverted(mailbox, provider(options));
  return diverted(mailbox, provider);
}

function diverted({ receive }: TestMailbox, provider: ProviderConfig): ProviderConfig {
  if (provider.type !== 'email') return provider;
  // In `options` too: what the application passed to a factory takes precedence.
  const options = { ...provider.options, sendVerificationRequest: receive };
  return { ...provider, sendVerificationRequest: receive, options };
}
