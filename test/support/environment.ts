/** Sets environment variables, which the module reads at start, while a function runs. */
export async function withEnvironment<T>(
  variables: Readonly<Record<string, string | undefined>>,
  run: () => Promise<T>,
): Promise<T> {
  const before = Object.fromEntries(
    Object.keys(variables).map((name) => [name, process.env[name]]),
  );
  assign(variables);
  try {
    return await run();
  } finally {
    assign(before);
  }
}

function assign(variables: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}
