import type { LogCollector } from './log-collector.js';

const faults: unknown[] = [];
const state = { listening: false };

/** Collects what no handler caught. @see security bar, O1 */
export function recordFaults(): void {
  if (state.listening) return;
  state.listening = true;
  process.on('unhandledRejection', (reason) => faults.push(reason));
  process.on('uncaughtException', (error) => faults.push(error));
}

/** What must be true after every test. @see security bar, O1 and O2 */
export function assertOracles(logs: LogCollector, canaries: readonly string[]): void {
  expect(faults.splice(0)).toEqual([]);
  const text = logs.lines.join('\n');
  for (const canary of canaries) {
    for (const form of [
      canary,
      encodeURIComponent(canary),
      Buffer.from(canary).toString('base64'),
    ]) {
      expect(text).not.toContain(form);
    }
  }
}
