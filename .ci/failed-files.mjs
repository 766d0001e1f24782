// Prints the test files that failed, a line each, and what failed in them as errors.
import { resultsOf } from './test-results.mjs';

for (const { name, counts, message } of resultsOf(process.argv.slice(2)).values()) {
  if (counts.failed === 0) continue;
  console.log(name);
  console.error(message);
}
