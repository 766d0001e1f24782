import type { CredentialInput } from '@authnest/core';
import type { ResolvedAuthConfig } from '@authnest/core/feature';
import { settingsOf } from '../settings.js';

/** The formats of OpenAPI, by the type of an input. */
const FORMATS: Readonly<Record<string, string>> = { email: 'email', url: 'uri', date: 'date' };

/** Returns the schema of the form for registration. Fields are strings, as a form sends them. */
export function registrationBody(config: ResolvedAuthConfig): object | undefined {
  const settings = settingsOf(config);
  if (!settings) return undefined;
  const { inputs, minLength, maxLength } = settings;
  const own = Object.entries(inputs);
  return {
    type: 'object',
    required: [
      'email',
      'password',
      ...own.flatMap(([name, { required }]) => (required ? [name] : [])),
    ],
    properties: {
      email: { type: 'string', format: 'email' },
      password: { type: 'string', format: 'password', minLength, maxLength },
      csrfToken: { type: 'string' },
      ...Object.fromEntries(own.map(([name, input]) => [name, propertyOf(input)])),
    },
  };
}

function propertyOf({ type, label, maxlength }: CredentialInput): object {
  const format = FORMATS[`${type}`];
  return {
    type: 'string',
    ...(format && { format }),
    ...(typeof label === 'string' && { title: label }),
    ...(typeof maxlength === 'number' && { maxLength: maxlength }),
  };
}
