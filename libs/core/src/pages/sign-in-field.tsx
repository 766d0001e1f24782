import type { GroupField } from './group-fields.js';
import { ERROR_ID } from './sign-in-failure.js';
import { WayIcon } from './way-icon.js';

/** A labelled input of a form. */
export function SignInField({ field }: { readonly field: GroupField }) {
  const { attributes, id, name, label, reveal, hint } = field;
  if (attributes.type === 'hidden') return <input {...attributes} id={id} name={name} />;

  return (
    <div class={attributes.type === 'checkbox' ? 'field check' : 'field'}>
      <label for={id}>{label}</label>
      {attributes.type === 'password' ? (
        <div class="secret">
          <input {...attributes} id={id} name={name} {...stateOf(field)} />
          <button type="button" hidden title={reveal} aria-pressed="false" data-reveal={id}>
            <WayIcon shape="eye" />
          </button>
        </div>
      ) : (
        <input {...attributes} id={id} name={name} {...stateOf(field)} />
      )}
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

function stateOf({
  id,
  value,
  focus,
  faulty,
  forPasskeys,
  hint,
}: GroupField): Record<string, string | true> {
  const described = [faulty ? ERROR_ID : '', hint === undefined ? '' : `${id}-hint`]
    .join(' ')
    .trim();
  return {
    ...(value !== undefined && { value: `${value}` }),
    ...(focus && { autofocus: true }),
    ...(faulty && { 'aria-invalid': 'true' }),
    ...(described && { 'aria-describedby': described }),
    ...(forPasskeys && { 'data-form-field': true }),
  };
}
