/** A program or a server that some tests need and that a machine may lack. */
export interface Service {
  readonly name: string;
  /** Why it cannot be used and what to do about it; undefined if it is available. */
  readonly problem?: string;
}

/**
 * Declares tests that need a service. Without it they are skipped with the reason in words; with
 * `REQUIRE_SERVICES=1`, as in CI, its absence is a failure.
 */
export function describeWith(service: Service, name: string, tests: () => void): void {
  const { problem } = service;
  if (problem === undefined) {
    describe(name, tests);
    return;
  }
  if (process.env['REQUIRE_SERVICES'] === '1') {
    describe(name, () => {
      it(`has ${service.name}`, () => {
        throw new Error(problem);
      });
    });
    return;
  }
  console.warn(`Skipped: ${name}. ${problem}`);
  describe.skip(`${name} (skipped: ${problem})`, tests);
}
