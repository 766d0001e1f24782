import type { LogCollector } from './log-collector.js';

const faults: unknown[] = [];
const state = { listening: false };

/** Collects errors that no handler caught. @see docs/design/security-bar.md O1 */
export function recordFaults(): void {
  if (state.listening) return;
  state.listening = true;
  process.on('unhandledRejection', (reason) => faults.push(reason));
  process.on('uncaughtException', (error) => faults.push(error));
}

/** Asserts what must be true after every test. @see docs/design/security-bar.md O1, O2 */
export function assertOracles(logs: LogCollector, canaries: readonly string[]): void {
  expect(faults.splice(0)).toEqual([]);
  const text = logs.lines.join('\n');
  // One assertion for all of them, because there are thousands of canaries.
  expect(canaries.flatMap(formsOf).filter((form) => text.includes(form))).toEqual([]);
}

function formsOf(canary: string): string[] {
  return [canary, encodeURIComponent(canary), Buffer.from(canary).toString('base64')];
}
