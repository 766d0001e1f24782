/** Formats a Markdown table with aligned columns. The first row is the header. */
export function table(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows;
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = widths.map((width) => '-'.repeat(width));
  return [line(head), line(rule), ...body.map(line)].join('\n');
}
