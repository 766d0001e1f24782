/** Lines of code. They can be focused, so that the keyboard can scroll lines that are too wide. */
export function Code({ lines }: { readonly lines: readonly string[] }) {
  return (
    <pre tabIndex={0}>
      <code>{lines.join('\n')}</code>
    </pre>
  );
}
