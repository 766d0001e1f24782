import { join } from 'node:path';
import ts from 'typescript';

/** A type that consumers can obtain but cannot name, and the export that returns it. */
export interface UnnamedType {
  readonly type: string;
  readonly from: string;
}

/**
 * Finds types in results of exports that no index exports. With `declaration: true`, a consumer's
 * function that returns such a result does not compile (TS2742, TS2883).
 * @param files - the entry points to look at, from the root
 * @param others - entry points whose exports can be named too
 */
export function unnamedTypes(
  root: string,
  files: readonly string[],
  others: readonly string[],
): UnnamedType[] {
  const [entries = [], more = []] = [files, others].map((paths) =>
    paths.map((path) => join(root, path)),
  );
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const program = ts.createProgram([...entries, ...more], { ...options, noEmit: true });
  return new Search(program, entries, more).run();
}

class Search {
  private readonly checker: ts.TypeChecker;
  private readonly named = new Set<ts.Symbol>();
  private readonly found = new Map<string, string>();

  constructor(
    private readonly program: ts.Program,
    private readonly entries: readonly string[],
    private readonly others: readonly string[],
  ) {
    this.checker = program.getTypeChecker();
  }

  run(): UnnamedType[] {
    const exported = this.entries.flatMap((entry) => this.exportsOf(entry));
    const others = this.others.flatMap((entry) => this.exportsOf(entry));
    for (const { symbol } of [...exported, ...others]) this.named.add(symbol);
    for (const { name, symbol } of exported) {
      for (const declaration of symbol.declarations ?? []) this.look(declaration, name);
    }
    return [...this.found].map(([type, from]) => ({ type, from }));
  }

  private exportsOf(entry: string): { name: string; symbol: ts.Symbol }[] {
    const file = this.program.getSourceFile(entry);
    const module = file && this.checker.getSymbolAtLocation(file);
    if (!module) throw new Error(`${entry} is no module`);
    return this.checker
      .getExportsOfModule(module)
      .map((symbol) => ({ name: symbol.name, symbol: this.original(symbol) }));
  }

  private look(node: ts.Node, from: string): void {
    if (ts.isClassLike(node) || ts.isInterfaceDeclaration(node)) {
      for (const member of node.members) if (!isHidden(member)) this.lookAtResult(member, from);
    } else this.lookAtResult(node, from);
  }

  private lookAtResult(node: ts.Node, from: string): void {
    const hasResult =
      ts.isFunctionLike(node) || ts.isPropertyDeclaration(node) || ts.isPropertySignature(node);
    if (hasResult && node.type && !ts.isConstructorDeclaration(node)) this.names(node.type, from);
  }

  private names(node: ts.Node, from: string): void {
    // What a consumer passes is not inferred.
    if (ts.isParameter(node)) return;
    if (ts.isTypeReferenceNode(node)) {
      const symbol = this.checker.getSymbolAtLocation(node.typeName);
      if (symbol) this.assertNamed(this.original(symbol), from);
    }
    ts.forEachChild(node, (child) => this.names(child, from));
  }

  private assertNamed(symbol: ts.Symbol, from: string): void {
    const [declaration] = symbol.declarations ?? [];
    const file = declaration?.getSourceFile();
    if (this.named.has(symbol) || symbol.flags & ts.SymbolFlags.TypeParameter) return;
    if (!declaration || !file) return;
    // TypeScript writes out an alias that its file keeps to itself.
    if (ts.isTypeAliasDeclaration(declaration) && !isExported(declaration)) return;
    const isOurs = file.fileName.includes('/libs/') && !file.fileName.includes('node_modules');
    if (isOurs || /node_modules\/(?:jose|openid-client|oauth4webapi)\//.test(file.fileName)) {
      this.found.set(symbol.name, from);
    }
  }

  private original(symbol: ts.Symbol): ts.Symbol {
    return symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol;
  }
}

function isExported(declaration: ts.Declaration): boolean {
  return (ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Export) !== 0;
}

function isHidden(member: ts.ClassElement | ts.TypeElement): boolean {
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
  return (ts.getCombinedModifierFlags(member) & hidden) !== 0;
}
