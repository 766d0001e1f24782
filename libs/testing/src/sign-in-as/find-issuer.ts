import { SessionIssuerService } from '@authnest/core';
import type { INestApplication } from '@nestjs/common';

/**
 * Returns the service that opens sessions in one AuthModule of the application.
 * @param name - `name` or mount path of the module; required if the application has several
 * @throws {Error} if there is no such module, or the application is not initialized
 */
export function findIssuer(app: INestApplication, name: string | undefined): SessionIssuerService {
  const all = issuersOf(app);
  const [first] = all;
  if (!first) throw new Error(NO_MODULE);
  if (!first.isStarted) throw new Error(NOT_STARTED);
  const fitting = all.filter((one) => isMeant(one, name));
  const [found] = fitting;
  if (found && fitting.length === 1) return found;
  throw new Error(`signInAs: ${which(name)}; the application has ${all.map(inWords).join(', ')}`);
}

function issuersOf(app: INestApplication): SessionIssuerService[] {
  try {
    return app.get(SessionIssuerService, { strict: false, each: true });
  } catch {
    // Nest throws if no module provides it.
    return [];
  }
}

function isMeant(issuer: SessionIssuerService, name: string | undefined): boolean {
  return name === undefined || issuer.name === name || issuer.basePath() === name;
}

function which(name: string | undefined): string {
  return name === undefined
    ? 'the application has several AuthModules; choose one with the option `name`'
    : `no AuthModule is named or mounted at \`${name}\``;
}

function inWords(issuer: SessionIssuerService): string {
  const path = `\`${issuer.basePath()}\``;
  return issuer.name === '' ? path : `\`${issuer.name}\` (${path})`;
}

const NO_MODULE =
  'signInAs: the application imports no AuthModule, or imports it from another copy of @authnest/core; import AuthModule or AuthTestingModule, and check `npm ls @authnest/core`';

const NOT_STARTED =
  'signInAs: the application is not initialized; call `await app.init()` or `await app.listen(0)` first';
