import type { AccountsToReseal } from '@authnest/core';
import type { ObjectLiteral, Repository } from 'typeorm';
import { idOf } from '../store/row-key.js';

const TOKENS = ['access_token', 'refresh_token', 'id_token'] as const;

/** Returns a SELECT of the ids of accounts with a token that lacks the prefix, by their keys. */
export function selectToReseal(
  repository: Repository<ObjectLiteral>,
  { prefix, limit, after }: AccountsToReseal,
): [sql: string, parameters: unknown[]] {
  const differs = differsOn(repository.manager.connection.options.type);
  const query = repository
    .createQueryBuilder('r')
    .select(idOf(repository), 'id')
    .where(`(${TOKENS.map((token) => differs(`r.${token}`)).join(' OR ')})`)
    .setParameters({ prefix, length: prefix.length });
  if (after) query.andWhere(AFTER, { of: after.provider, id: after.providerAccountId });
  return query
    .orderBy('r.provider', 'ASC')
    .addOrderBy('r.providerAccountId', 'ASC')
    .limit(limit)
    .getQueryAndParameters() as [string, unknown[]];
}

const AFTER = '(r.provider > :of OR (r.provider = :of AND r.providerAccountId > :id))';

/** Avoids LIKE, in which `_` matches any character and MySQL ignores case by default. */
function differsOn(type: string): (column: string) => string {
  const isMySql = type === 'mysql' || type === 'mariadb';
  const exactly = (text: string) => (isMySql ? `CAST(${text} AS BINARY)` : text);
  return (column) => `${exactly(`substr(${column}, 1, :length)`)} <> ${exactly(':prefix')}`;
}
