// Reads what Jest has reported: of all files, and of those that failed and were tried once more.
import { existsSync, readFileSync } from 'node:fs';

/** @returns the results of each file by its name, the later ones in place of the earlier */
export function resultsOf(reports) {
  return new Map(
    reports
      .filter((report) => existsSync(report) && readFileSync(report, 'utf8') !== '')
      .flatMap((report) => JSON.parse(readFileSync(report, 'utf8')).testResults)
      .map((file) => [file.name, { ...file, counts: countsOf(file) }]),
  );
}

/** A file that does not even load has no tests to count, and must not read as "0 failed". */
function countsOf({ status, assertionResults }) {
  const count = (...kinds) => assertionResults.filter((test) => kinds.includes(test.status)).length;
  const failed = count('failed');
  return {
    passed: count('passed'),
    failed: status === 'failed' ? Math.max(failed, 1) : failed,
    skipped: count('pending', 'skipped', 'todo', 'disabled'),
  };
}
