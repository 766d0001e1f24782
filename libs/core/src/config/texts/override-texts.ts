import type { AllTexts, TextOverrides } from '../../model/texts.js';

type TextFunction = (value: unknown) => unknown;

/** Overrides the base texts with those of an application, which have passed their checks. */
export function overrideTexts(base: AllTexts, own: TextOverrides): AllTexts {
  return merge(base, own);
}

function merge<T extends object>(base: T, own: object): T {
  const found = new Map<string, unknown>(Object.entries(own));
  const entries = Object.entries(base).map(([key, value]: [string, unknown]) => [
    key,
    over(value, found.get(key)),
  ]);
  return Object.freeze(Object.fromEntries(entries)) as T;
}

function over(base: unknown, own: unknown): unknown {
  if (own === undefined) return base;
  if (isFunction(base) && isFunction(own)) return safely(base, own);
  return isGroup(base) && isGroup(own) ? merge(base, own) : own;
}

/** Uses the base text if the application's function fails: an error page must not fail. */
function safely(base: TextFunction, own: TextFunction): TextFunction {
  return (value) => {
    try {
      const text = own(value);
      return typeof text === 'string' ? text : base(value);
    } catch {
      return base(value);
    }
  };
}

function isFunction(value: unknown): value is TextFunction {
  return typeof value === 'function';
}

function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
