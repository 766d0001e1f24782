/**
 * Stops code that opens sessions without authentication from running in production.
 * @throws {Error} if `NODE_ENV` is `production`
 */
export function refuseInProduction(what: string): void {
  if (process.env['NODE_ENV'] === 'production') {
    throw new Error(`${what}: for tests only; refused because NODE_ENV is production`);
  }
}
