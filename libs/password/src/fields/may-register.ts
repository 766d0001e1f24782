import { AccessDenied, AuthError } from '@authnest/core';
import { type ActionContext, callUser } from '@authnest/core/feature';
import { requireSettings } from '../settings.js';

/**
 * Asks the application whether somebody may register, with these fields.
 * @param fields - as the schema returned them
 * @throws {AccessDenied}
 */
export async function assertMayRegister(
  { config }: ActionContext,
  email: string,
  fields: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { registration } = requireSettings(config);
  if (typeof registration !== 'function') return;
  let may: unknown;
  try {
    const name = '`registration` of `Password`';
    may = await callUser(config, name, () => registration({ email, fields }));
  } catch (thrown) {
    throw new AuthError('`registration` of `Password` failed', { err: thrown as Error });
  }
  if (may !== true) throw new AccessDenied('`registration` of `Password` did not return true');
}
