import type { CredentialInput } from '@authnest/core';
import type { StandardSchema } from './standard-schema.js';

/** The types of inputs, by `format` or `type` of JSON Schema. */
const TYPES: Readonly<Record<string, string>> = {
  email: 'email',
  uri: 'url',
  date: 'date',
  integer: 'number',
  number: 'number',
  boolean: 'checkbox',
};

/**
 * Returns the inputs that a schema describes; undefined if it describes none, as its library does
 * not write JSON Schema, or not for this one.
 * @see https://standardschema.dev/json-schema
 */
export function inputsOf(schema: StandardSchema): Record<string, CredentialInput> | undefined {
  const described = describedBy(schema);
  const { properties, required } = described ?? {};
  if (typeof properties !== 'object' || properties === null) return undefined;
  const names: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [
      name,
      inputOf(property, names.includes(name)),
    ]),
  );
}

function describedBy(schema: StandardSchema): Record<string, unknown> | undefined {
  try {
    return schema['~standard'].jsonSchema?.input({ target: 'draft-2020-12' });
  } catch {
    return undefined; // a library may be unable to describe some types
  }
}

function inputOf(property: unknown, isRequired: boolean): CredentialInput {
  const { title, type, format, maxLength } = Object(property) as Record<string, unknown>;
  const input: CredentialInput = { type: TYPES[`${format}`] ?? TYPES[`${type}`] ?? 'text' };
  if (typeof title === 'string') input.label = title;
  if (isRequired && type !== 'boolean') input.required = true;
  if (typeof maxLength === 'number') input['maxlength'] = maxLength;
  return input;
}
