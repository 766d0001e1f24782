import { DefaultNamingStrategy } from 'typeorm';

/** A typical naming strategy, for columns, join columns and tables without a custom name. */
export class SnakeCase extends DefaultNamingStrategy {
  override tableName(name: string, custom: string): string {
    return custom || snake(name);
  }

  override columnName(property: string, custom: string, prefixes: string[]): string {
    return snake([...prefixes, custom || property].join('_'));
  }

  override joinColumnName(relation: string, referenced: string): string {
    return snake(`${relation}_${referenced}`);
  }
}

function snake(text: string): string {
  return text.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();
}
