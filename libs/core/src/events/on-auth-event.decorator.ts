import { SetMetadata } from '@nestjs/common';
import type { AuthEventName } from '../options/event-handlers.js';
import { ON_AUTH_EVENT } from './on-auth-event.token.js';

/**
 * Calls the method when the event happens, as the `events` option would. Its class must be a
 * provider or controller that is not request-scoped.
 * @example `@OnAuthEvent('signIn') record({ user }: AuthEvents['signIn']) { … }`
 * @see docs/design/wire-contract.md 9.2
 */
export const OnAuthEvent = (name: AuthEventName): MethodDecorator =>
  SetMetadata(ON_AUTH_EVENT, name);
