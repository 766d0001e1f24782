import { databaseServers } from '../support/databases.js';
import { describeWith } from '../support/services.js';
import { describeEveryWay } from './every-way.js';
import { generateClient, openPrisma, PRISMA } from './prisma-store.js';
import { describeSignIn } from './sign-in-story.js';

for (const server of await databaseServers()) {
  if (server.name !== 'PostgreSQL') continue;

  describeWith(server.problem === undefined ? PRISMA : server, '@auth/prisma-adapter', () => {
    beforeAll(generateClient);

    describeSignIn(() => openPrisma(server));

    describeEveryWay(() => openPrisma(server));
  });
}
