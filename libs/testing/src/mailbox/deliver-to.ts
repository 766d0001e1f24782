import type { Provider } from '@authnest/core';
import type { TestMailbox } from '../test-mailbox.js';

type Declared = Exclude<Provider, (options: object) => unknown>;

/** Returns the provider, changed to deliver its mails to the mailbox if it is an email provider. */
export function deliverTo(mailbox: TestMailbox, provider: Provider): Provider {
  if (typeof provider === 'function') return (options) => diverted(mailbox, provider(options));
  return diverted(mailbox, provider);
}

function diverted({ receive, mailer }: TestMailbox, provider: Declared): Declared {
  if (provider.type !== 'email') return provider;
  // Also in `options`, since options that the application passed to a factory take precedence.
  const senders = { sendVerificationRequest: receive, sendMail: mailer };
  return { ...provider, ...senders, options: { ...provider.options, ...senders } };
}
