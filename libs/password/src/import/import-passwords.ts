import type { MaybePromise, PlatformRequest } from '@authnest/core';
import type { ResolvedAuthConfig } from '@authnest/core/feature';
import { requireSettings } from '../settings.js';
import type { StoredPassword } from '../store/password-store.js';
import { adapterOf, storeOf } from '../store/store-of.js';

/** A hash that another application wrote. */
export interface ImportedHash {
  /** Of a stored user. */
  readonly userId: string;
  readonly hash: string;
  /** Whether the person has to choose another password at the next sign-in. @default false */
  readonly mustChange?: boolean;
}

/** Options of `PasswordService.importAll`. */
export interface ImportOptions {
  /** Stores nothing, and reports what would be. @default false */
  dryRun?: boolean;
  /** Required if the configuration is a function of the request. */
  request?: PlatformRequest;
}

/** What `PasswordService.importAll` did, or would do. */
export interface ImportReport {
  imported: number;
  /** Ids of users who have a password already, which stays. */
  kept: string[];
  /** Ids of users whose hash has no format in `verifies`. */
  unreadable: string[];
  /** Ids that are no user's. */
  unknown: string[];
}

/** How many rows are stored in one transaction. */
const IN_ONE = 500;
/** How many rows that could not be stored together are looked at at a time. */
const AT_A_TIME = 20;

/** Stores many hashes, and reports what it cannot store. */
export async function importPasswords(
  config: ResolvedAuthConfig,
  rows: Iterable<ImportedHash> | AsyncIterable<ImportedHash>,
  dryRun: boolean,
): Promise<ImportReport> {
  const report: ImportReport = { imported: 0, kept: [], unreadable: [], unknown: [] };
  let batch: ImportedHash[] = [];
  for await (const row of rows) {
    if (batch.push(row) < IN_ONE) continue;
    await importBatch(config, batch, { dryRun, report });
    batch = [];
  }
  await importBatch(config, batch, { dryRun, report });
  return report;
}

/** Stores all at once, or else one by one: then some have a password, or are nobody's. */
async function importBatch(
  config: ResolvedAuthConfig,
  batch: readonly ImportedHash[],
  { dryRun, report }: { dryRun: boolean; report: ImportReport },
): Promise<void> {
  if (!dryRun && (await areStored(config, batch))) {
    report.imported += batch.length;
    return;
  }
  for (let at = 0; at < batch.length; at += AT_A_TIME) {
    const some = batch.slice(at, at + AT_A_TIME);
    await Promise.all(some.map((row) => importOne(config, row, { dryRun, report })));
  }
}

async function areStored(
  config: ResolvedAuthConfig,
  batch: readonly ImportedHash[],
): Promise<boolean> {
  const { verifier } = requireSettings(config);
  if (!batch.every(({ hash }) => verifier.nameOf(hash) !== null)) return false;
  try {
    return (await storeOf(config).saveNew?.(batch.map(passwordOf))) ?? false;
  } catch {
    return false; // one by one it shows which row is the reason
  }
}

function passwordOf({ userId, hash, mustChange = false }: ImportedHash): StoredPassword {
  return { userId, hash, changedAt: new Date(Date.now()), mustChange };
}

async function importOne(
  config: ResolvedAuthConfig,
  row: ImportedHash,
  { dryRun, report }: { dryRun: boolean; report: ImportReport },
): Promise<void> {
  const { userId, hash } = row;
  if (requireSettings(config).verifier.nameOf(hash) === null) {
    report.unreadable.push(userId);
    return;
  }
  const outcome = await (dryRun ? wouldStore(config, userId) : stored(config, passwordOf(row)));
  if (outcome === 'imported') report.imported += 1;
  else report[outcome].push(userId);
}

type Outcome = 'imported' | 'kept' | 'unknown';

async function wouldStore(config: ResolvedAuthConfig, userId: string): Promise<Outcome> {
  if (!(await isUser(config, userId))) return 'unknown';
  return (await storeOf(config).find(userId)) ? 'kept' : 'imported';
}

/** Looks for the user only if the row is refused: foreign keys do not say why. */
async function stored(config: ResolvedAuthConfig, password: StoredPassword): Promise<Outcome> {
  try {
    return (await save(config, password)) ? 'imported' : 'kept';
  } catch (thrown) {
    if (await isUser(config, password.userId)) throw thrown;
    return 'unknown';
  }
}

function save(config: ResolvedAuthConfig, password: StoredPassword): MaybePromise<boolean> {
  return storeOf(config).save(password, null);
}

async function isUser(config: ResolvedAuthConfig, userId: string): Promise<boolean> {
  return (await adapterOf(config).getUser(userId)) !== null;
}
