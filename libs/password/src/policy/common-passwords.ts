/** Loaded once: 380 kB that only the first new password needs. */
const loaded: { list?: Promise<ReadonlySet<string>> } = {};

/** Returns the 49,000 most common passwords, in lower case. */
export function commonPasswords(): Promise<ReadonlySet<string>> {
  return (loaded.list ??= load());
}

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].map((word) => word.toLowerCase()));
}
