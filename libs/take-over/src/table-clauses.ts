/** Matches quoted strings and names, comments, words, and any other character. */
const TOKEN =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|--[^\n]*|\/\*[\s\S]*?\*\/|[\w$\u0080-\uffff]+|\S/g;

/**
 * Finds the clauses of an SQLite CREATE TABLE other than columns, keys and defaults: checks,
 * collations, conflict clauses and table options. TypeORM keeps only some of them when it recreates
 * a table.
 * @returns one string for each clause, in a form that does not depend on case, quotes or spaces
 */
export function tableClauses(sql: string): readonly string[] {
  const tokens = Array.from(sql.matchAll(TOKEN), ([token]) => token).filter(
    (token) => !/^(?:--|\/\*)/.test(token),
  );
  return tokens.flatMap((token, at): string[] => {
    const next = tokens[at + 1] ?? '';
    switch (token.toUpperCase()) {
      case 'CHECK':
        return [`CHECK ${expression(tokens, at + 1)}`];
      case 'COLLATE':
        return [`COLLATE ${next.toUpperCase()} on ${columnBefore(tokens, at)}`];
      case 'CONFLICT':
        return [`ON CONFLICT ${next.toUpperCase()}`];
      case 'DEFERRABLE':
      case 'STRICT':
        return [token.toUpperCase()];
      case 'MATCH':
        return [`MATCH ${next.toUpperCase()}`];
      case 'WITHOUT':
        return [`WITHOUT ${next.toUpperCase()}`];
      default:
        return [];
    }
  });
}

/** Joins the tokens between matching brackets, without the extra brackets that TypeORM adds. */
function expression(tokens: readonly string[], from: number): string {
  let depth = 0;
  let to = from;
  do {
    if (tokens[to] === '(') depth += 1;
    if (tokens[to] === ')') depth -= 1;
    to += 1;
  } while (depth > 0 && to < tokens.length);
  let inner = tokens.slice(from, to);
  while (isInBrackets(inner)) inner = inner.slice(1, -1);
  return `(${inner.map(bare).join(' ')})`;
}

function isInBrackets(tokens: readonly string[]): boolean {
  let depth = 0;
  return (
    tokens[0] === '(' &&
    tokens.every((token, at) => {
      if (token === '(') depth += 1;
      if (token === ')') depth -= 1;
      return depth > 0 || at === tokens.length - 1;
    })
  );
}

/** Removes the quotes of a name, which do not change its meaning. */
function bare(token: string): string {
  return /^["`[]/.test(token) ? token.slice(1, -1) : token;
}

/** Returns the column defined at a position: the first name after a bracket or comma. */
function columnBefore(tokens: readonly string[], at: number): string {
  let depth = 0;
  for (let i = at; i > 0; i -= 1) {
    const before = tokens[i - 1];
    if (before === ')') depth += 1;
    if (before === '(' && depth > 0) depth -= 1;
    else if (depth === 0 && (before === '(' || before === ',')) return bare(tokens[i] ?? '');
  }
  return '';
}
