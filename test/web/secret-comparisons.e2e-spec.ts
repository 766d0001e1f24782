import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** Words in a name that mark its value as a secret, or as known only to the right party. */
const SECRET_NAME =
  /secret|token|password|csrf|nonce|verifier|challenge|state|hash|signature|\bmac\b|hmac|digest|\bsid\b|\bjti\b|\bkid\b|sealed|cookie$/i;

/** Names that contain one of these words but are not those of secrets. */
const HARMLESS =
  /(?:^|\.)(?:length|size|type|kind|name|csrf|strategy|tokenAtRest|suffix)$|Endpoint|Url$|Count$/i;

/** No client chooses either side, so nobody can try one value after another. */
const OWN_TOKENS = 'tokens from our store and from code of the application';

/** Reviewed: these compare no secret, or none with a value that a client sends. */
const REVIEWED: Readonly<Record<string, string>> = {
  'value === skipCSRFCheck': 'a marker that is exported',
  'marker === skipCSRFCheck': 'a marker that is exported',
  'key.kid === kid': 'public in the header of every token',
  'known.kid === kid': 'public in every sealed value',
  'renewal.kid === name.kid': 'public in the header of every token',
  "challenge.get('error')?.toLowerCase() === error": 'a code in the response of an API',
  "claims['nonce'] !== stored['nonce']": 'both signed by the provider, for us',
  "claims['sid'] === sid": 'both signed by the provider, for us',
  'now?.refreshToken !== read.refreshToken': OWN_TOKENS,
  'found.accessToken === refused': OWN_TOKENS,
  'row.accessToken === refused': OWN_TOKENS,
  'row.accessToken !== refused': OWN_TOKENS,
  'now.refreshToken !== row.refreshToken': OWN_TOKENS,
  'now?.accessToken === tokens.accessToken': OWN_TOKENS,
  'now?.refreshToken !== spent.refreshToken': OWN_TOKENS,
  'now.refreshToken !== spent.refreshToken': OWN_TOKENS,
  'refreshToken === spent.refreshToken': OWN_TOKENS,
  "unsaved.spent !== sha256Hex(row.refreshToken ?? '')": OWN_TOKENS,
  'tokens.userId === userId': 'no secret',
  'tokens.provider === provider': 'no secret',
  'field === password': 'the name of a form field, not what is typed into it',
  'url === urls.token': 'the URL of an endpoint',
  'wrapper.token === instance.constructor': 'a class in the container',
};

interface Comparison {
  readonly where: string;
  readonly text: string;
}

/** Returns every operator in a source that compares a secret with another value. */
function comparisonsIn(path: string, text: string): Comparison[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
  const found: Comparison[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isBinaryExpression(node) && isEquality(node) && isOnSecret(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push({ where: `${path}:${line + 1}`, text: node.getText() });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isEquality({ operatorToken }: ts.BinaryExpression): boolean {
  return [
    ts.SyntaxKind.EqualsEqualsEqualsToken,
    ts.SyntaxKind.ExclamationEqualsEqualsToken,
    ts.SyntaxKind.EqualsEqualsToken,
    ts.SyntaxKind.ExclamationEqualsToken,
  ].includes(operatorToken.kind);
}

/** Whether one side is named as a secret, and neither is a constant, which reveals nothing. */
function isOnSecret({ left, right }: ts.BinaryExpression): boolean {
  return !isConstant(left) && !isConstant(right) && (isSecret(left) || isSecret(right));
}

function isConstant(node: ts.Expression): boolean {
  return (
    ts.isLiteralExpression(node) ||
    ts.isTypeOfExpression(node) ||
    node.kind === ts.SyntaxKind.NullKeyword ||
    node.kind === ts.SyntaxKind.TrueKeyword ||
    node.kind === ts.SyntaxKind.FalseKeyword ||
    (ts.isPrefixUnaryExpression(node) && ts.isLiteralExpression(node.operand)) ||
    node.getText() === 'undefined'
  );
}

function isSecret(node: ts.Expression): boolean {
  const name = node.getText();
  return SECRET_NAME.test(name) && !HARMLESS.test(name);
}

describe('comparisons of secrets', () => {
  const root = 'libs/core/src';
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.spec\.tsx?$/.test(path))
    .map((path) => join(root, path));

  it('are never made by an operator that stops at the first difference (I08)', () => {
    const found = files.flatMap((path) => comparisonsIn(path, readFileSync(path, 'utf8')));

    expect(files.length).toBeGreaterThan(100);
    expect(found.filter(({ text }) => !Object.hasOwn(REVIEWED, text))).toEqual([]);
    expect(new Set(found.map(({ text }) => text))).toEqual(new Set(Object.keys(REVIEWED)));
  });

  it.each([
    'if (token === expected) x();',
    'const ok = a.csrfToken !== body.csrfToken;',
    'const ok = (claims["nonce"] as string) === nonce;',
    'const ok = hashOf(token) == stored;',
    'const ok = given === config.secret;',
  ])('are found: %s (I08)', (code) => {
    expect(comparisonsIn('sample.ts', code)).toHaveLength(1);
  });

  it.each([
    'if (token === undefined) x();',
    "typeof secret !== 'string'",
    'secrets.length === 1',
    "csrf === 'skip'",
  ])('are not found if no two values are compared: %s (I08)', (code) => {
    expect(comparisonsIn('sample.ts', code)).toEqual([]);
  });
});
