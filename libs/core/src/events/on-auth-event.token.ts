/** Metadata key under which `@OnAuthEvent` stores the name of the event on a method. */
export const ON_AUTH_EVENT = Symbol('authnest:on-auth-event');
