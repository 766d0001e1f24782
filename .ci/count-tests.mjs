// Prints the one line that sums up a test run, from jest's own report.
import { readFileSync } from 'node:fs';

const text = readFileSync(process.argv[2], 'utf8');
if (text === '') {
  console.log('jest left no report');
  process.exit(1);
}

const report = JSON.parse(text);
// A suite that does not even load has no tests to count, and must not read as "0 failed".
const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
const skipped = report.numPendingTests + report.numTodoTests;
const skips = skipped > 0 ? `, ${skipped} skipped` : '';

console.log(`${report.numPassedTests} passed, ${failed} failed${skips}`);

const skipsCount = process.env.REQUIRE_SERVICES === '1';
process.exitCode = !report.success || failed > 0 || (skipsCount && skipped > 0) ? 1 : 0;
