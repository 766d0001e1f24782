import type { CredentialInput, MaybePromise } from '@authnest/core';

/**
 * A schema of zod, valibot, arktype or another library, with the members that are used here.
 * @see https://standardschema.dev
 */
export interface StandardSchema<Output = unknown> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => MaybePromise<SchemaResult<Output>>;
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
    /** @see https://standardschema.dev/json-schema */
    readonly jsonSchema?: {
      readonly input: (options: { readonly target: 'draft-2020-12' }) => Record<string, unknown>;
    };
  };
}

type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] };

interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** What `fields` of `Password` takes: inputs by name, or a schema. */
export type RegistrationFields = Readonly<Record<string, CredentialInput>> | StandardSchema;

/** The values of `fields`: what the schema returns, or strings. */
export type ValuesOf<F> =
  F extends StandardSchema<infer Output> ? Output : { readonly [N in keyof F]?: string };

/** Whether it is a schema; those of arktype are functions. */
export function isSchema(fields: unknown): fields is StandardSchema {
  const standard: unknown = Reflect.get(Object(fields) as object, '~standard');
  return typeof Reflect.get(Object(standard) as object, 'validate') === 'function';
}
