import type { ActionContext, FormField } from '@authnest/core/feature';
import type { FieldIssue } from '../fields/parse-fields.js';
import { requireSettings } from '../settings.js';
import type { Weakness } from '../policy/password-policy.js';
import { textsOf } from '../texts/texts-of.js';

/** What was typed before, or is wrong with it. */
export interface Typed {
  readonly email?: string;
  readonly fields?: Readonly<Record<string, string>>;
  /** Fields of an invitation, for which the page does not ask. */
  readonly given?: Readonly<Record<string, string>>;
  /** Why the password was refused. */
  readonly weak?: Weakness;
  /** What is wrong with `fields`. */
  readonly issues?: readonly FieldIssue[];
  /** Another fault, in words. */
  readonly error?: string;
}

export function addressField(
  ctx: ActionContext,
  value: string | undefined,
  isFaulty: boolean,
): FormField {
  return {
    name: 'email',
    label: textsOf(ctx).email,
    input: { type: 'email', autocomplete: 'username', required: true, value },
    isFaulty,
  };
}

/** `minlength` counts UTF-16 units, and not characters, so a hint states the rule. */
export function newPasswordField(
  ctx: ActionContext,
  label: string,
  weak: Weakness | undefined,
): FormField {
  return {
    name: 'password',
    label,
    input: { type: 'password', autocomplete: 'new-password', required: true },
    hint: textsOf(ctx).atLeast(requireSettings(ctx.config).minLength),
    isFaulty: weak !== undefined,
  };
}

export function ownFields(
  ctx: ActionContext,
  { fields = {}, given = {}, issues = [] }: Typed,
): readonly FormField[] {
  const asked = Object.entries(requireSettings(ctx.config).inputs);
  return asked
    .filter(([name]) => given[name] === undefined)
    .map(([name, input]) => ({
      name,
      label: input.label ?? name,
      input: { ...input, value: fields[name] ?? input.value },
      isFaulty: issues.some(({ path }) => path[0] === name),
    }));
}

/** Such as `Name: is missing. Town: is too long.`, in the words of the schema. */
export function inWords(
  { config }: ActionContext,
  issues?: readonly FieldIssue[],
): string | undefined {
  const { inputs } = requireSettings(config);
  return issues
    ?.map(({ message, path: [name] }) => {
      const label = name === undefined ? undefined : (inputs[name]?.label ?? name);
      return label === undefined ? message : `${label}: ${message}`;
    })
    .join(' ');
}
