/** The hidden field of a form that needs the CSRF token. Renders nothing where the check is off. */
export function CsrfField({ token }: { readonly token: string | undefined }) {
  return token === undefined ? null : <input type="hidden" name="csrfToken" value={`${token}`} />;
}
