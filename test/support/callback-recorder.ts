import type { AuthConfig, AuthEventName } from '@authnest/core';

/** A call of a callback or an event handler, with its input. */
export interface Call {
  readonly name: string;
  readonly input: unknown;
}

const EVENTS: readonly AuthEventName[] = [
  'createUser',
  'updateUser',
  'linkAccount',
  'signIn',
  'signOut',
  'session',
];

/** Callbacks and event handlers that allow everything, and record their input in order. */
export class CallbackRecorder {
  readonly calls: Call[] = [];

  /** Options for the application; calls of event handlers are recorded as `event.<name>`. */
  get config(): Pick<AuthConfig, 'callbacks' | 'events'> {
    return {
      callbacks: {
        signIn: (input) => this.note('signIn', input, true),
        redirect: (input) => this.note('redirect', input, new URL(input.url, input.baseUrl).href),
        jwt: (input) => this.note('jwt', input, input.token),
        session: (input) => this.note('session', input, input.session),
      },
      events: Object.fromEntries(
        EVENTS.map((name) => [name, (input: unknown) => this.note(`event.${name}`, input, null)]),
      ),
    };
  }

  /** Wraps another callback, so that its arguments are recorded. */
  watch<A extends unknown[], R>(name: string, call: (...args: A) => R): (...args: A) => R {
    return (...args) => this.note(name, args, call(...args));
  }

  /** Returns the names of the calls so far, and clears the record. */
  names(): string[] {
    return this.calls.splice(0).map(({ name }) => name);
  }

  /** Returns the input of the only call with this name. */
  input(name: string): unknown {
    const [call, ...more] = this.calls.filter((made) => made.name === name);
    if (!call || more.length > 0)
      throw new Error(`${name} was called ${more.length + (call ? 1 : 0)} times`);
    return call.input;
  }

  private note<R>(name: string, input: unknown, result: R): R {
    // A copy, which later changes to the input do not affect.
    this.calls.push({ name, input: copyOf(input) });
    return result;
  }
}

function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf);
  const isPlain = typeof value === 'object' && value !== null && !(value instanceof Date);
  if (!isPlain) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, copyOf(member)]));
}
