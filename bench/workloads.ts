/** The platforms that Nest runs on. */
export const platforms = ['express', 'fastify'] as const;
export type Platform = (typeof platforms)[number];

/** Applications that a server process can be: `bare` has no sign-in at all. */
export type ApplicationKind = 'bare' | 'stateless' | StoreKind;

/** What sessions are kept in; with `redis` the users are in PostgreSQL. */
export const stores = ['postgres', 'sqlite', 'redis'] as const;
export type StoreKind = (typeof stores)[number];

/** Ways to ask an application for something. */
export type ScriptKind =
  | 'route-signed-out'
  | 'route-signed-in'
  | 'route-in-browser'
  | 'route-new-tokens'
  | 'session-endpoint'
  | 'stored-session-endpoint'
  | 'credentials-sign-in';

/** One workload that is measured as a share of the bare route. */
export interface Workload {
  readonly title: string;
  readonly application: ApplicationKind;
  readonly script: ScriptKind;
  /** What the bare route is asked meanwhile: the same bytes, where the workload is one request. */
  readonly bareScript: ScriptKind;
  /** Keep-alive connections of the load generator. @default {@link CONNECTIONS} */
  readonly connections?: number;
  /** The share to reach. */
  readonly target: Readonly<Record<Platform, number>>;
}

/** The workloads that have a share; W7 measures the start and the memory instead. */
export const workloads = {
  W1: {
    title: 'guarded route, stateless session, token seen before',
    application: 'stateless',
    script: 'route-signed-in',
    bareScript: 'route-signed-in',
    target: { express: 0.92, fastify: 0.74 },
  },
  W1c: {
    title: 'guarded route, stateless session, every token new',
    application: 'stateless',
    script: 'route-new-tokens',
    bareScript: 'route-new-tokens',
    target: { express: 0.76, fastify: 0.46 },
  },
  W2: {
    title: 'guarded route, session in PostgreSQL',
    application: 'postgres',
    script: 'route-signed-in',
    bareScript: 'route-signed-in',
    target: { express: 0.8, fastify: 0.5 },
  },
  W2x1: {
    title: 'the same over one connection, where nothing can be batched',
    application: 'postgres',
    script: 'route-signed-in',
    bareScript: 'route-signed-in',
    connections: 1,
    target: { express: 0.62, fastify: 0.3 },
  },
  W2r: {
    title: 'guarded route, session in Redis, user in PostgreSQL',
    application: 'redis',
    script: 'route-signed-in',
    bareScript: 'route-signed-in',
    target: { express: 0.6, fastify: 0.32 },
  },
  W2s: {
    title: 'guarded route, session in SQLite',
    application: 'sqlite',
    script: 'route-signed-in',
    bareScript: 'route-signed-in',
    target: { express: 0.64, fastify: 0.3 },
  },
  W3: {
    title: 'session endpoint, stateless session, all cookies of a browser',
    application: 'stateless',
    script: 'session-endpoint',
    bareScript: 'route-in-browser',
    target: { express: 0.9, fastify: 0.52 },
  },
  W4: {
    title: 'session endpoint, session in PostgreSQL, all cookies of a browser',
    application: 'postgres',
    script: 'stored-session-endpoint',
    bareScript: 'route-in-browser',
    target: { express: 0.65, fastify: 0.25 },
  },
  W5: {
    title: 'sign-in with credentials, CSRF request included',
    application: 'stateless',
    script: 'credentials-sign-in',
    bareScript: 'route-signed-out',
    target: { express: 0.36, fastify: 0.16 },
  },
  W5p: {
    title: 'the same with sessions in PostgreSQL',
    application: 'postgres',
    script: 'credentials-sign-in',
    bareScript: 'route-signed-out',
    target: { express: 0.2, fastify: 0.1 },
  },
  W6: {
    title: 'guarded route without a session',
    application: 'stateless',
    script: 'route-signed-out',
    bareScript: 'route-signed-out',
    target: { express: 0.95, fastify: 0.78 },
  },
} as const satisfies Record<string, Workload>;

export type ShareId = keyof typeof workloads;
export type WorkloadId = ShareId | 'W7';

export const workloadIds: readonly WorkloadId[] = [
  'W1',
  'W1c',
  'W2',
  'W2x1',
  'W2r',
  'W2s',
  'W3',
  'W4',
  'W5',
  'W5p',
  'W6',
  'W7',
];

/** W7: what sign-in may cost on top of the bare application. */
export const startTarget = { startMs: 80, idleMiB: 10, loadedMiB: 15 } as const;

/** Distinct sessions of a workload. */
export const SESSIONS = 1000;

/** Sessions in the database of a workload; those that ask are spread among them. */
export const STORED_SESSIONS = 10_000;

/** How many sessions `--growth` compares, and how much more the most may cost than the fewest. */
export const growth = { sizes: [10_000, 100_000, 1_000_000], limit: 0.15 } as const;

/** Whether an application keeps its sessions in a database. */
export function hasStore(application: ApplicationKind): application is StoreKind {
  return stores.some((store) => store === application);
}

/** Tokens of W1c. More than the 10,000 that the cache keeps: taken in turn, none is ever in it. */
export const NEW_TOKENS = 15_000;

/** Keep-alive connections of the load generator. */
export const CONNECTIONS = 32;

/** Shared by the server, which opens tokens, and the load generator, which issues them. */
export const SECRET = 'bench-only-secret-0b6f4c2e9d7a4518a3c5e1f0';
export const SESSION_COOKIE = 'authjs.session-token';
export const PASSWORD = 'correct horse battery staple';

/** Who signs in with credentials: `user-7` is the user with this number. */
export function userId(number: number): string {
  return `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
}
