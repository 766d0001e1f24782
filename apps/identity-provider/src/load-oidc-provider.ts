// Import this before `oidc-provider`, which prints the warning "Unsupported runtime" when it is
// loaded on Node 20. The tests show that it works on Node 20, so the warning would only confuse new
// users. Other warnings are still printed.
const { warn } = console;

console.warn = (...line: unknown[]) => {
  if (!String(line[0]).includes('Unsupported runtime. Use Node.js')) warn(...line);
};

try {
  await import('oidc-provider');
} finally {
  console.warn = warn;
}
