/**
 * Code that opens a session without a proof must not run in production.
 * @throws {Error} with `NODE_ENV=production`
 */
export function refuseInProduction(what: string): void {
  if (process.env['NODE_ENV'] === 'production') {
    throw new Error(`${what}: for tests only; refused because NODE_ENV is production`);
  }
}
