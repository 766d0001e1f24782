/**
 * The import rule: imports go down, never up and never round. CONTRIBUTING.md has it in words.
 * A file's suffix is its layer, so a file that is renamed is checked by its new name.
 */

const LIB = '^libs/([^/]+)/src/';

/** Layer 3 of one library; the services at the root are entry points too, for the application. */
const edges = (lib) => [
  `^libs/${lib}/src/(?:index|feature|auth|features|auth\\.service|(?:session|socket-auth)\\.service)\\.ts$`,
  `^libs/${lib}/src/.*-routes\\.ts$`,
  `^libs/${lib}/src/.*\\.(?:module|module-definition|injectables|kind|controller|handler|feature|guard|filter|decorator)\\.tsx?$`,
];
const actions = (lib) => [`^libs/${lib}/src/.*\\.(?:action|flow)\\.tsx?$`];
const services = (lib) => [`^libs/${lib}/src/.*\\.(?:service|strategy)\\.tsx?$`];

const ANY = '([^/]+)';
/** What ANY matched in `from`: the rule compares files of one library. */
const SAME = '$1';

const layerRules = [
  {
    name: 'layer-0-imports-layer-0',
    comment: 'Records, ports and pure functions know no service, no action and no entry point.',
    severity: 'error',
    from: { path: LIB, pathNot: [...edges(ANY), ...actions(ANY), ...services(ANY)] },
    to: { path: [...edges(SAME), ...actions(SAME), ...services(SAME)] },
  },
  {
    name: 'layer-1-imports-layers-1-and-0',
    comment: 'A service that needs an action or an entry point has the sequence upside down.',
    severity: 'error',
    from: { path: services(ANY), pathNot: edges(ANY) },
    to: { path: [...edges(SAME), ...actions(SAME)] },
  },
  {
    name: 'layer-2-imports-layers-1-and-0',
    comment: 'What two actions or flows share belongs in a service, or in a port.',
    severity: 'error',
    from: { path: actions(ANY) },
    to: { path: [...edges(SAME), ...actions(SAME)] },
  },
];

/** Core's folders from the bottom up: one may import its own row and the rows before it. */
const FOLDER_ORDER = [
  ['errors', 'model', 'crypto', 'cookies'],
  ['adapter', 'logging', 'provider'],
  ['config'],
  ['request'],
  ['events', 'feature-port', 'limits'],
  ['session'],
  ['sign-in', 'pages', 'live'],
  ['oauth', 'email', 'credentials', 'webauthn'],
  ['features'],
  ['http'],
];

const KNOWN_FOLDERS = [...FOLDER_ORDER.flat(), 'guard'];

const folderRules = FOLDER_ORDER.map((folders, rank) => ({
  name: `folder-order-${folders.join('-')}`,
  comment: 'A type or a function that two folders need moves down to the lower one.',
  severity: 'error',
  from: { path: `^libs/core/src/(?:${folders.join('|')})/` },
  to: {
    path: '^libs/core/src/',
    pathNot: `^libs/core/src/(?:${FOLDER_ORDER.slice(0, rank + 1)
      .flat()
      .join('|')})/`,
  },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...layerRules,
    ...folderRules,
    {
      name: 'folder-has-a-place',
      comment: 'A new folder of core needs a row in FOLDER_ORDER, or nothing checks it.',
      severity: 'error',
      from: {},
      to: {
        path: '^libs/core/src/[^/]+/',
        pathNot: `^libs/core/src/(?:${KNOWN_FOLDERS.join('|')})/`,
      },
    },
    {
      name: 'no-cycle',
      comment: 'Types included: a cycle of types is two files that are one.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-folder-cycle',
      comment: 'The folder order leaves neighbours of one row free; this keeps them one-way.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^libs/[^/]+/src/' },
      to: { path: '^libs/[^/]+/src/', circular: true },
    },
    {
      name: 'no-own-barrel',
      comment: 'Inside a library import the file: the barrel makes everything know everything.',
      severity: 'error',
      from: { path: LIB },
      to: { path: '^libs/$1/src/index\\.ts$' },
    },
    {
      name: 'one-barrel-per-library',
      comment: 'index.ts at the root of src is the public API; folders have none.',
      severity: 'error',
      from: {},
      to: { path: '^libs/[^/]+/src/.+/index\\.tsx?$' },
    },
    {
      name: 'libraries-by-package-name',
      comment:
        'Other libraries, like users, see only @authnest/<lib>: no relative path leads across.',
      severity: 'error',
      from: { path: '^libs/([^/]+)/' },
      to: { path: '^libs/', pathNot: '^libs/$1/', dependencyTypesNot: ['aliased'] },
    },
    {
      name: 'applications-use-package-names',
      severity: 'error',
      from: { path: '^apps/' },
      to: { path: '^libs/', dependencyTypesNot: ['aliased'] },
    },
    {
      name: 'no-deep-path-into-a-library',
      severity: 'error',
      from: { path: '^(?:libs/([^/]+)|apps)/' },
      to: {
        path: ['^libs/', '^@authnest/[^/]+/'],
        pathNot: [
          '^libs/[^/]+/src/index\\.ts$',
          '^libs/core/src/feature\\.ts$',
          '^libs/typeorm/src/migrations\\.ts$',
          '^libs/client/src/(?:angular|passkey|react|svelte|vue)\\.ts$',
          '^libs/$1/',
        ],
      },
    },
    {
      name: 'core-and-client-stand-alone',
      comment: 'Core knows no database and no browser; the client runs where there is no server.',
      severity: 'error',
      from: { path: '^libs/(core|client)/' },
      to: { path: ['^libs/', '^@authnest/'], pathNot: '^libs/$1/' },
    },
    {
      name: 'libraries-know-only-core',
      severity: 'error',
      from: { path: '^libs/(?!core/|client/|take-over/)([^/]+)/' },
      to: { path: ['^libs/', '^@authnest/'], pathNot: ['^libs/core/', '^libs/$1/'] },
    },
    {
      name: 'take-over-knows-only-typeorm',
      comment: 'It is a migration: it runs where nothing else of the application does.',
      severity: 'error',
      from: { path: '^libs/take-over/' },
      to: { path: ['^libs/', '^@authnest/'], pathNot: ['^libs/typeorm/', '^libs/take-over/'] },
    },
    {
      name: 'libraries-know-no-application',
      severity: 'error',
      from: { path: '^libs/' },
      to: { path: '^(?:apps|test|bench)/' },
    },
    {
      name: 'declared-dependencies',
      comment:
        "What a library imports stands in that library's own package.json, or users lack it.",
      severity: 'error',
      from: { path: LIB },
      // An optional peer that is loaded by import() counts as both declared and unknown.
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
        dependencyTypesNot: ['npm-peer'],
      },
    },
    {
      name: 'loaded-at-first-use',
      comment:
        "Only a sign-in at a provider needs them, and they cost more than the rest of core: take `opened.library` or `loadOAuthLibrary()`, `await import('jose')`, or a part such as 'jose/jwt/decode'.",
      severity: 'error',
      from: { path: '^libs/core/src/', pathNot: '/oauth-library\\.ts$' },
      to: {
        path: ['node_modules/openid-client/', 'node_modules/jose/dist/[^/]+/index\\.'],
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'resolvable',
      comment: 'An import that resolves to nothing would slip past every rule above.',
      severity: 'error',
      from: {},
      to: { path: '^(?:\\.|@authnest/)', couldNotResolve: true },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    // Our own output only: packages keep theirs in dist/ too, and their imports are checked.
    exclude: {
      path: ['^dist/', '^libs/[^/]+/dist/', '^coverage/', '[.-]spec\\.tsx?$'],
    },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
