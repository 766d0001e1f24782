/** A program or a server that some tests need and that a machine might lack. */
export interface Service {
  readonly name: string;
  /** Why it cannot be used and what to do about it; undefined if it is available. */
  readonly problem?: string;
}

/**
 * Declares tests that need a service. If it is unavailable, they are skipped with the reason, or
 * fail if `REQUIRE_SERVICES` is `1`, as in CI.
 */
export function describeWith(service: Service, name: string, tests: () => void): void {
  const { problem } = service;
  if (problem === undefined) {
    describe(name, tests);
    return;
  }
  const missing = () =>
    it(`has ${service.name}`, () => {
      throw new Error(problem);
    });
  if (process.env['REQUIRE_SERVICES'] === '1') {
    describe(name, missing);
    return;
  }
  describe.skip(`${name} (skipped: ${problem})`, () => {
    // A file without a test fails, and some declare their tests elsewhere.
    missing();
    tests();
  });
}
