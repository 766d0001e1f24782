/**
 * Stops a migration before its first change.
 * @param problems - one line for each; if there are none, the migration continues
 * @throws {Error} that lists all problems and what to do
 */
export function refuse(problems: readonly string[], whatToDo: string): void {
  if (problems.length === 0) return;
  const lines = problems.map((problem) => `\n- ${problem}`);
  throw new Error(
    `authMigrations: nothing was changed, because ${whatToDo}, and run the migration again:${lines.join('')}`,
  );
}
