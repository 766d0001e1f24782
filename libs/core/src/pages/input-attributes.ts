import type { CredentialInput } from '../provider/credentials-provider.js';

/**
 * Attributes that a configured input may set. They exclude event handlers and `style`, `id` and
 * `name`, which the page sets, and `form…`, which would send the fields elsewhere.
 */
const ALLOWED: ReadonlySet<string> = new Set([
  'autocapitalize',
  'autocomplete',
  'inputmode',
  'max',
  'maxlength',
  'min',
  'minlength',
  'pattern',
  'placeholder',
  'required',
  'step',
  'title',
  'type',
  'value',
]);

/** Input types that have a value; `image` and `submit` would be buttons. */
const FIELD_TYPE =
  /^(?:text|password|email|tel|url|search|number|hidden|checkbox|date|time|datetime-local|month|week)$/;

/** The attributes of one input, with names in lower case. */
export type InputAttributes = Readonly<Record<string, string | true>> & { readonly type: string };

/**
 * Picks the attributes that an input may have. `type` falls back to `text`. What names a user, and
 * a password, is required unless the configuration declares otherwise: empty, it is a failed attempt.
 */
export function inputAttributes(key: string, input: CredentialInput): InputAttributes {
  const given = Object.fromEntries(
    Object.entries(input).flatMap(([name, value]) => attribute(name.toLowerCase(), value)),
  );
  const asked = `${given['type'] ?? 'text'}`.toLowerCase();
  const type = FIELD_TYPE.test(asked) ? asked : 'text';
  const usual = usualAutocomplete(key, type);
  const isRequired = usual.autocomplete !== undefined && input.required !== false;
  return { ...usual, ...(isRequired && { required: true }), ...given, type };
}

// Passes only strings and `true`, since the renderer does not escape other values.
function attribute(name: string, value: unknown): [string, string | true][] {
  if (!ALLOWED.has(name)) return [];
  if (value === true) return [[name, true]];
  return typeof value === 'string' || typeof value === 'number' ? [[name, `${value}`]] : [];
}

/** Lets password managers find the fields. @see WCAG 2.2, 1.3.5 */
function usualAutocomplete(key: string, type: string): { autocomplete?: string } {
  if (type === 'password') return { autocomplete: 'current-password' };
  return type === 'email' || key === 'username' || key === 'email'
    ? { autocomplete: 'username' }
    : {};
}
