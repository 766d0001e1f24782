/** The hidden field with the CSRF token of a form. Renders nothing if the check is off. */
export function CsrfField({ token }: { readonly token: string | undefined }) {
  return token === undefined ? null : <input type="hidden" name="csrfToken" value={`${token}`} />;
}
