import type { ComponentChildren } from 'preact';
import { CsrfField } from '../../../pages/layout/csrf-field.js';
import type { AccountPageProps } from './page-props.js';

/** A part of the page with a heading. */
export function Section(props: {
  readonly id: string;
  readonly heading: string;
  readonly children: ComponentChildren;
}) {
  const { id, heading, children } = props;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      {children}
    </section>
  );
}

/** A form that posts to one of our endpoints. */
export function Form(props: {
  readonly page: AccountPageProps;
  readonly action: string;
  readonly hidden?: Readonly<Record<string, string>>;
  readonly className?: string;
  readonly children: ComponentChildren;
}) {
  const { page, action, hidden = {}, className, children } = props;
  return (
    <form action={page.postUrl(action)} method="post" class={className}>
      <CsrfField token={page.csrfToken} />
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}

/** A labelled input. */
export function Field(props: {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
}) {
  const { id, label, hint, attributes } = props;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input id={id} {...attributes} {...(hint && { 'aria-describedby': `${id}-hint` })} />
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
