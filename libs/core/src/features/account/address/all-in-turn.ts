/** Takes all steps, one after the other, also after one that fails. @throws the first error */
export async function allInTurn(steps: readonly (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) await step().catch((thrown: unknown) => failures.push(thrown));
  if (failures.length > 0) throw failures[0];
}
