import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DataSource } from 'typeorm';
import { databaseServers, describeDatabases, type TestDatabase } from '../support/databases.js';
import { someOf } from '../support/effort.js';
import { readFromRoot } from '../support/guides.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const loader = new URL('../support/typescript.mjs', import.meta.url).href;
const ours = ['users', 'accounts', 'sessions', 'verification_tokens', 'authenticators'];

// Each command starts a process, and databases differ only in their URL, so one is enough.
describeDatabases(someOf(await databaseServers(), 0), (server) => {
  describe("TypeORM's command line with ormconfig.ts and DATABASE_URL", () => {
    let database: TestDatabase;

    beforeAll(async () => {
      database = await server.create();
    });
    afterAll(() => database.drop());

    /** Runs `npx typeorm migration:… -d` on the sources. @returns its output */
    async function typeorm(command: string): Promise<string> {
      const node = ['--no-warnings', '--import', loader];
      const cli = ['node_modules/typeorm/cli.js', command, '-d', 'ormconfig.ts'];
      const env = { ...process.env, NODE_OPTIONS: '', DATABASE_URL: database.url };
      const { stdout } = await promisify(execFile)(process.execPath, [...node, ...cli], {
        cwd: root,
        env,
      });
      return stdout;
    }

    it('reads the environment from a file with the command of the guide (NW5)', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'authnest-env-'));
      const file = join(folder, '.env');
      await writeFile(file, `DATABASE_URL=${database.url}\n`);
      const cli = ['node_modules/typeorm/cli.js', 'migration:show', '-d', 'ormconfig.ts'];
      const node = [`--env-file=${file}`, '--no-warnings', '--import', loader];
      const env = { ...process.env, NODE_OPTIONS: '', DATABASE_URL: undefined };

      const { stdout } = await promisify(execFile)(process.execPath, [...node, ...cli], {
        cwd: root,
        env,
      });
      await rm(folder, { recursive: true });

      expect(stdout).toContain('AuthTables1795194000000');
      expect(readFromRoot('docs/typeorm.md')).toContain(
        'node --env-file=.env node_modules/typeorm/cli.js migration:run -d',
      );
    });

    async function tables(): Promise<string[]> {
      const dataSource = await new DataSource({
        ...database.options,
        entities: [],
        migrations: [],
      }).initialize();
      const runner = dataSource.createQueryRunner();
      const found = await runner.getTables([...ours, 'audit_entries', 'passwords']);
      await runner.release();
      await dataSource.destroy();
      return found.map(({ name }) => name).sort();
    }

    it('creates the tables, reports that none are pending, and reverts them one by one', async () => {
      expect(await typeorm('migration:run')).toContain('AuthTables1795194000000');
      const made = await tables();
      expect(made).toEqual(expect.arrayContaining(ours));

      expect(await typeorm('migration:show')).not.toContain('[ ]');
      expect(await typeorm('migration:run')).toContain('No migrations are pending');

      await typeorm('migration:revert');
      expect(await tables()).toEqual(made.filter((name) => name !== 'passwords'));
      await typeorm('migration:revert');
      expect(await tables()).toEqual([...ours].sort());
      await typeorm('migration:revert');
      expect(await tables()).toEqual([]);
    });
  });
});
