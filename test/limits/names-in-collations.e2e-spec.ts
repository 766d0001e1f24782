import { DataSource } from 'typeorm';
import { countedAs } from '../../libs/core/src/limits/counted-as.js';
import { databaseServers, type DatabaseServer, type TestDatabase } from '../support/databases.js';
import { describeWith } from '../support/services.js';

const [, , mariadb] = (await databaseServers()) as [DatabaseServer, DatabaseServer, DatabaseServer];

const LETTERS = [...range(0xa0, 0xd7ff), ...range(0xf900, 0xffef), ...range(0x1f100, 0x1f1ff)];
const PIECE = 10_000;
/** What a collation does not know is all equal. */
const MOST_EQUAL = 60;
const LETTER = /^[\p{L}\p{N}]$/u;

/** An ASCII letter or digit, and a character that is compared as equal to it. */
interface Pair {
  readonly ascii: string;
  readonly letter: string;
}

describeWith(mariadb, 'names that a database compares as equal', () => {
  let database: TestDatabase;
  let dataSource: DataSource;

  beforeAll(async () => {
    database = await mariadb.create();
    dataSource = await new DataSource(database.options).initialize();
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  it.each(['utf8mb4_general_ci', 'utf8mb4_unicode_ci', 'utf8mb4_unicode_520_ci'])(
    'are counted as one name, with the collation %s (RQ3)',
    async (collation) => {
      const table = `letters_${collation}`;
      const column = `letter varchar(4) CHARACTER SET utf8mb4 COLLATE ${collation}`;
      await dataSource.query(`CREATE TABLE ${table} (${column})`);
      const letters = [...LETTERS, ...Array.from('abcdefghijklmnopqrstuvwxyz0123456789')];
      for (let from = 0; from < letters.length; from += PIECE) {
        const some = letters.slice(from, from + PIECE);
        const rows = some.map(() => '(?)').join(',');
        await dataSource.query(`INSERT INTO ${table} VALUES ${rows}`, some);
      }

      const pairs = await dataSource.query<Pair[]>(
        `SELECT a.letter AS ascii, b.letter AS letter FROM ${table} a JOIN ${table} b
           ON a.letter = b.letter WHERE a.letter REGEXP '^[a-z0-9]$' AND ORD(a.letter) < 128`,
      );

      const groups = await dataSource.query<{ equal: string }[]>(
        `SELECT GROUP_CONCAT(letter SEPARATOR ' ') AS equal FROM ${table}
           GROUP BY letter HAVING COUNT(*) BETWEEN 2 AND ${MOST_EQUAL}`,
      );
      const split = groups
        .map(({ equal }) => equal.split(' ').filter((letter) => LETTER.test(letter)))
        .filter((all) => new Set(all.map(countedAs)).size > 1);

      expect(split).toEqual([]);
      expect(groups.length).toBeGreaterThan(300);
      expect(pairs.length).toBeGreaterThan(300);
      const apart = pairs.filter(({ ascii, letter }) => countedAs(ascii) !== countedAs(letter));
      expect(apart).toEqual([]);
    },
  );

  it('is also counted as one if it has characters that a collation ignores (RQ3)', async () => {
    const ignored = LETTERS.filter((letter) => /[\p{Cf}\p{Cc}]/u.test(letter));

    expect(ignored.filter((letter) => countedAs(`ja${letter}ne`) !== 'jane')).toEqual([]);
  });
});

function range(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, nth) => String.fromCodePoint(from + nth));
}
