/**
 * The globals that Jest, and Vitest with `globals: true`, have in common. They are declared here
 * and not imported, so that the contract does not depend on a test runner.
 */
export interface TestGlobals {
  readonly describe: (name: string, declare: () => void) => void;
  readonly it: (fact: string, check: () => Promise<void> | void) => void;
  readonly beforeAll: (prepare: () => Promise<void> | void) => void;
  readonly afterAll: (tidy: () => Promise<void> | void) => void;
  readonly expect: (actual: unknown) => Matchers;
}

/** The matchers that the contract uses. */
export interface Matchers {
  toBe(expected: unknown): void;
  toBeNull(): void;
  toEqual(expected: unknown): void;
  toMatchObject(expected: object): void;
}

/** Returns the test runner's globals. Called when a suite is declared, not at import. */
export function testGlobals(): TestGlobals {
  return globalThis as unknown as TestGlobals;
}
