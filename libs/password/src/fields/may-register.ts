import { AccessDenied, AuthError } from '@authnest/core';
import { type ActionContext, callUser, type LimitsService } from '@authnest/core/feature';
import { type Registrant, requireSettings } from '../settings.js';

/**
 * Asks the application whether somebody may register. Refusals are counted: one of the fields may be
 * a code that only some people know.
 * @throws {AccessDenied}
 * @throws {RateLimited}
 */
export async function assertMayRegister(
  ctx: ActionContext,
  limits: LimitsService,
  registrant: Registrant,
): Promise<void> {
  const { registration } = requireSettings(ctx.config);
  if (typeof registration !== 'function') return;
  await limits.attempt(ctx, { work: 'registrations' }, () => ask(ctx, registration, registrant));
}

async function ask(
  { config }: ActionContext,
  registration: (registrant: Registrant) => unknown,
  registrant: Registrant,
): Promise<void> {
  let may: unknown;
  try {
    const name = '`registration` of `Password`';
    may = await callUser(config, name, () => registration(registrant));
  } catch (thrown) {
    throw new AuthError('`registration` of `Password` failed', { err: thrown as Error });
  }
  if (may !== true) throw new AccessDenied('`registration` of `Password` did not return true');
}
