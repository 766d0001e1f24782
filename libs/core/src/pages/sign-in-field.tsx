import type { GroupField } from './group-fields.js';
import { ERROR_ID } from './sign-in-failure.js';

/** A labelled input of a form. */
export function SignInField({ field }: { readonly field: GroupField }) {
  const { attributes, id, name, label } = field;
  if (attributes.type === 'hidden') return <input {...attributes} id={id} name={name} />;

  return (
    <div class={attributes.type === 'checkbox' ? 'field check' : 'field'}>
      <label for={id}>{label}</label>
      <input {...attributes} id={id} name={name} {...stateOf(field)} />
    </div>
  );
}

function stateOf({ value, focus, faulty, forPasskeys }: GroupField): Record<string, string | true> {
  return {
    ...(value !== undefined && { value: `${value}` }),
    ...(focus && { autofocus: true }),
    ...(faulty && { 'aria-invalid': 'true', 'aria-describedby': ERROR_ID }),
    ...(forPasskeys && { 'data-form-field': true }),
  };
}
