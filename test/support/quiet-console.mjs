// A test that passes prints nothing: what packages say at every start or failure, whatever the tests
// are about, is left out. Anything else is printed, with the line that printed it.
const SAID_BY_PACKAGES = [
  // oidc-provider, on a Node that we support and it does not.
  /oidc-provider WARNING: Unsupported runtime/,
  // smtp-server, which has a certificate of its own that nobody should use; some tests want that.
  /^WARNING: smtp-server is using the built-in default TLS certificate/,
  // TypeORM, about a migration that failed: it throws, too, and the tests look at that.
  /Migration "\w+" failed, error: /,
];

for (const level of ['log', 'info', 'warn', 'error']) {
  const print = console[level].bind(console);
  console[level] = (...args) => {
    if (!SAID_BY_PACKAGES.some((known) => known.test(String(args[0])))) print(...args);
  };
}
