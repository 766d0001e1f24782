import type { Provider, ProviderConfig } from '@authnest/core';
import type { TestMailbox } from '../test-mailbox.js';

/** Returns the provider; an email provider delivers its links to the mailbox instead. */
export function deliverTo(mailbox: TestMailbox, provider: Provider): Provider {
  if (typeof provider === 'function') return (options) => diverted(mailbox, provider(options));
  return diverted(mailbox, provider);
}

function diverted({ receive }: TestMailbox, provider: ProviderConfig): ProviderConfig {
  if (provider.type !== 'email') return provider;
  // In `options` too: options that the application passed to a factory take precedence.
  const options = { ...provider.options, sendVerificationRequest: receive };
  return { ...provider, sendVerificationRequest: receive, options };
}
