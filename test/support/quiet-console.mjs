// A test that passes prints nothing: messages that packages print at every start or failure in any
// test are omitted. All others are printed, with the line that printed them.
const SAID_BY_PACKAGES = [
  // oidc-provider, on a version of Node that we support but it does not.
  /oidc-provider WARNING: Unsupported runtime/,
  // smtp-server, if it uses its built-in certificate, as some tests require.
  /^WARNING: smtp-server is using the built-in default TLS certificate/,
  // Angular, whenever it renders; its checks are those of this mode.
  /^Angular is running in development mode/,
  // TypeORM, if a migration fails; it also throws the error, which the tests check.
  /Migration "\w+" failed, error: /,
];

for (const level of ['log', 'info', 'warn', 'error']) {
  const print = console[level].bind(console);
  console[level] = (...args) => {
    if (!SAID_BY_PACKAGES.some((known) => known.test(String(args[0])))) print(...args);
  };
}
