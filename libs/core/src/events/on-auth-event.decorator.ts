import type { AuthEventName } from '../config/options/events.js';
import { ON_AUTH_EVENT } from './on-auth-event.token.js';

/**
 * Calls the method when the event happens, as the `events` option would. Repeat it for several
 * events. Its class must be a provider or controller that is not request-scoped.
 * @example `@OnAuthEvent('signIn') record({ user }: AuthEvents['signIn']) { … }`
 * @see docs/design/wire-contract.md 9.2
 */
export const OnAuthEvent =
  (name: AuthEventName): MethodDecorator =>
  (_target, _name, { value }) => {
    const method = value as object;
    const before = (Reflect.getMetadata(ON_AUTH_EVENT, method) ?? []) as readonly AuthEventName[];
    Reflect.defineMetadata(ON_AUTH_EVENT, [name, ...before], method);
  };
