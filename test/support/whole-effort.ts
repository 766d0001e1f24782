import { IS_WHOLE } from './effort.js';
import { describeWith, type Service } from './services.js';

/** Declares tests that start servers of their own and take many seconds: with the whole effort only. */
export function describeWholly(service: Service, name: string, tests: () => void): void {
  if (IS_WHOLE) describeWith(service, name, tests);
  else describe.skip(`${name} (skipped: it needs TEST_EFFORT=whole)`, tests);
}
