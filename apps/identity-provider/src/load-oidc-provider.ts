// To be imported before `oidc-provider`, which warns of Node 20 when it is loaded: "Unsupported
// runtime". It works there, as the tests show, and a newcomer would have to judge the line. What
// else it warns of is printed.
const { warn } = console;

console.warn = (...line: unknown[]) => {
  if (!String(line[0]).includes('Unsupported runtime. Use Node.js')) warn(...line);
};

try {
  await import('oidc-provider');
} finally {
  console.warn = warn;
}
