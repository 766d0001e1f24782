import type { EmailConfig } from '@authnest/core';
import { bearer, mailApi, type MailApiOptions } from './mail-api.js';

/** Options of {@link Loops}. */
export interface LoopsOptions extends MailApiOptions {
  /** Id of the transactional mail, which contains the link as the data variable `url`. */
  transactionalId?: string;
}

/**
 * Sends sign-in links through Loops, which stores the text of the mail, with the key in
 * `AUTH_LOOPS_KEY`.
 * @see https://loops.so/docs/api-reference/send-transactional-email
 */
export function Loops(options: LoopsOptions = {}): EmailConfig {
  return mailApi(
    {
      id: 'loops',
      name: 'Loops',
      link: (params) => {
        const { transactionalId } = options;
        if (!transactionalId) throw new Error('Loops: needs the option `transactionalId`');
        const { identifier, url } = params;
        return {
          url: 'https://app.loops.so/api/v1/transactional',
          headers: bearer(params.provider),
          body: { transactionalId, email: identifier, dataVariables: { url } },
        };
      },
    },
    options,
  );
}
