/** Lines of code. Where they are too wide for the screen, the keyboard scrolls them too. */
export function Code({ lines }: { readonly lines: readonly string[] }) {
  return (
    <pre tabIndex={0}>
      <code>{lines.join('\n')}</code>
    </pre>
  );
}
