import { getMetadataArgsStorage } from 'typeorm';
import type { EntityClass } from './auth-role.js';

/** The TypeORM declarations of an entity class and of the classes that it extends. */
export class DeclaredMetadata {
  private readonly chain: ReadonlySet<unknown>;

  constructor(private readonly entity: EntityClass) {
    this.chain = new Set(chainOf(entity));
  }

  hasTable(): boolean {
    return this.storage.tables.some(({ target }) => target === this.entity);
  }

  hasPrimaryColumn(): boolean {
    return this.columns.some(({ options }) => options.primary === true);
  }

  hasColumn(name: string): boolean {
    return this.columns.some(({ propertyName }) => propertyName === name);
  }

  /** Returns the class that a relation refers to, or undefined if there is no such relation. */
  relationTarget(name: string): unknown {
    const relation = this.storage.relations.find(
      ({ target, propertyName }) => this.chain.has(target) && propertyName === name,
    );
    if (!relation) return undefined;
    return typeof relation.type === 'function' ? resolveType(relation.type) : relation.type;
  }

  /** Whether an index or a unique key has exactly these properties. */
  hasKey(properties: readonly string[]): boolean {
    return this.hasUniqueKey(properties) || this.indicesOver(properties).length > 0;
  }

  /** Whether a unique key or a unique index, which may be partial, has exactly these properties. */
  hasUniqueKey(properties: readonly string[]): boolean {
    return (
      this.storage.uniques.some((key) => this.isOver(key, properties)) ||
      this.indicesOver(properties).some(({ unique }) => unique === true)
    );
  }

  private indicesOver(properties: readonly string[]) {
    return this.storage.indices.filter((index) => this.isOver(index, properties));
  }

  private isOver(
    { target, columns }: { readonly target: unknown; readonly columns?: unknown },
    properties: readonly string[],
  ): boolean {
    return this.chain.has(target) && Array.isArray(columns) && columns.join() === properties.join();
  }

  private get columns() {
    return this.storage.columns.filter(({ target }) => this.chain.has(target));
  }

  private get storage() {
    return getMetadataArgsStorage();
  }
}

function chainOf(entity: object): object[] {
  const parent: unknown = Object.getPrototypeOf(entity);
  const ancestors = typeof parent === 'function' && parent.prototype ? chainOf(parent) : [];
  return [entity, ...ancestors];
}

/** A relation may specify its class as a function, so that classes can refer to each other. */
function resolveType(type: unknown): unknown {
  return typeof type === 'function' && !type.prototype ? (type as () => unknown)() : type;
}
