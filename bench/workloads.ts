/** The HTTP platforms that Nest supports. */
export const platforms = ['express', 'fastify'] as const;
export type Platform = (typeof platforms)[number];

/** Applications that a server process can run; `bare` has no sign-in. */
export type ApplicationKind = 'bare' | 'stateless' | StoreKind;

/** Stores for sessions; with `redis`, the users are in PostgreSQL. */
export const stores = ['postgres', 'sqlite', 'redis'] as const;
export type StoreKind = (typeof stores)[number];

/** Kinds of requests that the load generator sends. */
export type ScriptKind =
  | 'route-signed-out'
  | 'route-signed-in'
  | 'route-in-browser'
  | 'route-new-tokens'
  | 'session-endpoint'
  | 'stored-session-endpoint'
  | 'credentials-sign-in';

/** A workload, measured as a share of the throughput of the bare route. */
export interface Workload {
  readonly title: string;
  readonly application: ApplicationKind;
  readonly script: ScriptKind;
  /** Requests for the bare route; the same bytes, if a flow is one request to the route. */
  readonly bareScript: ScriptKind;
  /** Keep-alive connections of the load generator. @default {@link CONNECTIONS} */
  readonly connections?: number;
  /** The minimum share to reach. */
  readonly target: Readonly<Record<Platform, number>>;
}

/** The workloads with a share; W7 measures startup time and memory instead. */
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

/** W7: the maximum that sign-in may add to the bare application. */
export const startTarget = { startMs: 80, idleMiB: 10, loadedMiB: 15 } as const;

/** Number of distinct sessions that send requests. */
export const SESSIONS = 1000;

/** Number of sessions in the database; those that send requests are spread evenly. */
export const STORED_SESSIONS = 10_000;

/** The sizes that `--growth` compares, and the maximum relative increase in cost. */
export const growth = { sizes: [10_000, 100_000, 1_000_000], limit: 0.15 } as const;

/** Whether an application keeps its sessions in a database. */
export function hasStore(application: ApplicationKind): application is StoreKind {
  return stores.some((store) => store === application);
}

/** Tokens of W1c, sent in turn. The cache keeps 10,000, so it never contains the next one. */
export const NEW_TOKENS = 15_000;

/** Keep-alive connections of the load generator. */
export const CONNECTIONS = 32;

/** Shared by the server, which opens tokens, and the load generator, which issues them. */
export const SECRET = 'bench-only-secret-0b6f4c2e9d7a4518a3c5e1f0';
export const SESSION_COOKIE = 'authjs.session-token';
export const PASSWORD = 'correct horse battery staple';

/** Returns the id of a user by number; `user-7` is the username of number 7. */
export function userId(number: number): string {
  return `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
}
