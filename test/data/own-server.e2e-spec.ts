import { execFileSync } from 'node:child_process';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { isReachable } from '../support/is-reachable.js';
import { OwnServer } from '../support/own-server.js';
import { ownServerKinds } from '../support/own-server-kinds.js';
import { describeWith } from '../support/services.js';

const foldersOfServers = async (): Promise<string[]> =>
  (await readdir('/tmp')).filter((name) => name.startsWith('authnest-server-'));

for (const kind of ownServerKinds) {
  describeWith(kind, `a ${kind.name} server that a test starts`, () => {
    it("leaves other servers' temporary tables alone, and stops when it is removed", async () => {
      const ofAnother = `/tmp/#sql-authnest-${process.pid}`;
      await writeFile(ofAnother, 'in use');
      if (process.getuid?.() === 0) execFileSync('chown', [kind.user, ofAnother]);
      const before = new Set(await foldersOfServers());
      let server: OwnServer | undefined;
      try {
        server = await OwnServer.start(kind);
        const folders = (await foldersOfServers()).filter((name) => !before.has(name));
        expect(folders.length).toBeGreaterThan(0);
        const { hostname, port } = server.url;
        expect(await isReachable(hostname, Number(port))).toBe(true);
        await server.kill();
        await server.restart();
        await server.freeze();
        await server.remove();

        expect(await readFile(ofAnother, 'utf8')).toBe('in use');
        expect(await isReachable(hostname, Number(port))).toBe(false);
      } finally {
        await server?.remove();
        await rm(ofAnother, { force: true });
      }
    });
  });
}
