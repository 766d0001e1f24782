/** Metadata key under which `@OnAuthEvent` stores the names of the events on a method. */
export const ON_AUTH_EVENT = Symbol.for('authnest@0:on-auth-event');
