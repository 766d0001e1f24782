// Import this before `oidc-provider`, which warns about Node 20 when it is loaded: "Unsupported
// runtime". It runs there, as the tests show, so the warning would only confuse newcomers. Its
// other warnings are printed.
const { warn } = console;

console.warn = (...line: unknown[]) => {
  if (!String(line[0]).includes('Unsupported runtime. Use Node.js')) warn(...line);
};

try {
  await import('oidc-provider');
} finally {
  console.warn = warn;
}
