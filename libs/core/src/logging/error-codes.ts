import { NOTFOUND, REFUSED, SERVFAIL, TIMEOUT } from 'node:dns';
import { getSystemErrorMap } from 'node:util';

/** Codes of failed system calls, DNS look-ups and mails, such as `ECONNREFUSED`. */
const OF_SYSTEM: ReadonlySet<string> = new Set([
  ...[...getSystemErrorMap().values()].map(([name]) => name),
  NOTFOUND,
  REFUSED,
  SERVFAIL,
  TIMEOUT,
  'EAUTH',
  'ECONNECTION',
  'EDNS',
  'EENVELOPE',
  'EMESSAGE',
  'ESOCKET',
  'ETLS',
]);

/** Codes of Node, undici, OpenSSL, SQLite and MySQL: words with one of their prefixes. */
const OF_LIBRARIES =
  /^(?:ERR|UND_ERR|CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|SQLITE|ER)(?:_[A-Z]{2,}\d?)+$/;

/** Codes of Prisma, such as `P2025`. */
const OF_PRISMA = /^P[12]0[0-3]\d$/;

/**
 * SQLSTATE codes that name what to repair. Not all, since a code of five characters may also be a
 * password that is used once.
 * @see PostgreSQL, appendix A
 */
const OF_SQL: ReadonlySet<string> = new Set(
  '08001 08003 08006 22001 22003 22P02 23000 23502 23503 23505 23514 25006 25P02 28000 28P01 3D000 40001 40P01 42501 42601 42703 42P01 53100 53200 53300 55P03 57014 57P01 57P02 57P03 XX000'.split(
    ' ',
  ),
);

/**
 * Whether a string is the code of a technical error. No authorization code or password looks like
 * one: most are listed, and the others are upper-case words with a known prefix.
 * @see docs/design/security-bar.md I02
 */
export function isErrorCode(text: string): boolean {
  return (
    [OF_SYSTEM, OF_SQL].some((codes) => codes.has(text)) ||
    [OF_LIBRARIES, OF_PRISMA].some((form) => form.test(text))
  );
}
