import { IS_WHOLE } from './effort.js';
import { describeWith, type Service } from './services.js';

/** Declares slow tests that start their own servers, and skips them without the whole effort. */
export function describeWholly(service: Service, name: string, tests: () => void): void {
  if (IS_WHOLE) describeWith(service, name, tests);
  else describe.skip(`${name} (skipped: it needs TEST_EFFORT=whole)`, tests);
}
