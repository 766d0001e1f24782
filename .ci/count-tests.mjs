// Prints the one line that sums up a test run, from Jest's own reports.
import { resultsOf } from './test-results.mjs';

const files = [...resultsOf(process.argv.slice(2)).values()];
if (files.length === 0) {
  console.log('jest left no report');
  process.exit(1);
}

const sumOf = (kind) => files.reduce((sum, { counts }) => sum + counts[kind], 0);
const [passed, failed, skipped] = ['passed', 'failed', 'skipped'].map(sumOf);
const skips = skipped > 0 ? `, ${skipped} skipped` : '';

console.log(`${passed} passed, ${failed} failed${skips}`);

const skipsCount = process.env.REQUIRE_SERVICES === '1';
process.exitCode = failed > 0 || (skipsCount && skipped > 0) ? 1 : 0;
