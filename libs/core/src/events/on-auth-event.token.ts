/** Metadata key under which `@OnAuthEvent` stores the names of the events on a method. */
export const ON_AUTH_EVENT = Symbol('authnest:on-auth-event');
