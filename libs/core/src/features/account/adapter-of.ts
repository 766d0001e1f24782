import type { CompleteAdapter } from '../../adapter/complete-adapter.js';
import { MissingAdapter } from '../../errors/configuration.errors.js';
import type { SessionContext } from '../../request/context/session-context.js';

/** @throws {MissingAdapter} if there is none */
export function adapterOf({ config }: Pick<SessionContext, 'config'>): CompleteAdapter {
  if (config.adapter) return config.adapter;
  throw new MissingAdapter('account: needs an adapter');
}
