/**
 * The few globals that Jest, and Vitest with `globals: true`, have in common. Declared here and not
 * imported, so that the contract brings no test runner with it.
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

/** The globals of the runner that is running. Read when a suite is declared, not at import. */
export function testGlobals(): TestGlobals {
  return globalThis as unknown as TestGlobals;
}
