import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AuthModule } from './auth.module.js';
import type { AuthConfig, AuthConfigInput } from './config/options/auth-config.js';
import { AUTH_ENVIRONMENT, AUTH_IS_LAZY, AUTH_MOUNT_PATH } from './config/auth-config.token.js';
import { configOf } from './config/config-of.js';
import { basePathOf, type Environment } from './config/env-defaults.js';
import { raw } from './config/options/markers.js';
import { AuthContextService } from './request/auth-context.service.js';
import type { AuthResponse } from './request/context/auth-response.js';
import type { SetCookie } from './cookies/cookie-jar.js';
import { AuthError } from './errors/auth.error.js';
import type { AuthFeature } from './feature-port/auth-feature.js';
import { fromWeb, toWeb } from './request/platform/web-exchange.js';
import { AuthHandler } from './http/auth.handler.js';
import { quietStart } from './logging/quiet-start.js';
import type { Session } from './model/session.js';
import { CurrentSessionService } from './session/current/current-session.service.js';

/** What `Auth` returns if `raw` is set. @see docs/design/wire-contract.md 1.1 */
export interface InternalResponse {
  status?: number;
  headers?: Headers;
  body?: string;
  redirect?: string;
  cookies?: readonly SetCookie[];
}

/** Extras of `Auth` and `getSession`, as those of `forRoot`. */
export interface AuthExtras {
  /** What packages, or the application, add to sign-in: always the same list. @default none */
  features?: readonly AuthFeature[];
}

/** The application context for a list of features, created on first use. */
interface Holder {
  readonly features: readonly AuthFeature[];
  context?: Promise<INestApplicationContext>;
}

/** One for each list of features; the only state in this file. */
const holders: Holder[] = [];

/** More lists are a mistake: features that are created for each request. */
const MAX_LISTS = 16;

/**
 * Handles a web `Request` outside a Nest application, with the same providers and pipeline. If the
 * configuration has the marker `raw`, it returns an internal record, and throws our own errors
 * unless the request has the header `X-Auth-Return-Redirect`.
 * @param input - the configuration, or a (possibly async) function of the request
 * @param extras - `features`; each list of them has an application context of its own
 * @see docs/design/wire-contract.md REQ-1 to REQ-4; docs/design/decisions.md 15
 */
export function Auth(
  request: Request,
  input: AuthConfig & { raw: typeof raw },
  extras?: AuthExtras,
): Promise<Response | InternalResponse>;
export function Auth(
  request: Request,
  input: AuthConfigInput,
  extras?: AuthExtras,
): Promise<Response>;
export async function Auth(
  request: Request,
  input: AuthConfigInput,
  extras?: AuthExtras,
): Promise<Response | InternalResponse> {
  const { context, passage, basePath } = await enter(request, input, extras);
  const isRaw = passage.config?.raw === raw;
  const throws = isRaw && !request.headers.has('x-auth-return-redirect');
  const response = await context.get(AuthHandler).handle(fromWeb(request, basePath, passage), {
    errors: throws ? 'throw-ours' : 'respond',
  });
  if (isRaw && response.failed === undefined) return toRecord(response);
  return toWeb(request.method === 'HEAD' ? { ...response, body: '' } : response);
}

/**
 * Returns the session of a web `Request`, or null. A refreshed cookie is not sent to the browser;
 * if it should be, call the session endpoint.
 * @throws {AuthError} if the session could not be read
 * @see docs/design/wire-contract.md 1.1
 */
export async function getSession(
  request: Request,
  input: AuthConfigInput,
  extras?: AuthExtras,
): Promise<Session | null> {
  const { context, passage, basePath } = await enter(request, input, extras);
  const headers = new Request(request.url, { headers: request.headers });
  const read = fromWeb(headers, basePath, passage);
  const session = await context.get(AuthContextService).openSession(read);
  return context.get(CurrentSessionService).read(session, 'server');
}

/** Takes the place of a platform's request in the pipeline. */
interface Passage {
  /** Absent if the configuration function failed. */
  readonly config?: AuthConfig;
  /** Whether the configuration was given as a function. */
  readonly isLazy: boolean;
  /** Returns the configuration, or throws what the function threw. */
  resolve(): AuthConfig;
}

async function enter(request: Request, input: AuthConfigInput, { features = [] }: AuthExtras = {}) {
  const holder = holderOf(features);
  holder.context ??= createContext(holder);
  const context = await holder.context;
  const passage = await passageOf(request, input);
  const env = context.get<Environment>(AUTH_ENVIRONMENT);
  return { context, passage, basePath: basePathOf(env, passage.config) };
}

async function passageOf(request: Request, input: AuthConfigInput): Promise<Passage> {
  const isLazy = typeof input === 'function';
  try {
    const config = isLazy ? await configOf(input, request) : input;
    return { config, isLazy, resolve: () => config };
  } catch (thrown) {
    return {
      isLazy,
      resolve: () => {
        throw thrown;
      },
    };
  }
}

/** @throws {AuthError} if features are created for each request */
function holderOf(features: readonly AuthFeature[]): Holder {
  const known = holders.find(
    (holder) =>
      holder.features.length === features.length &&
      holder.features.every((feature, at) => feature === features[at]),
  );
  if (known) return known;
  if (holders.length >= MAX_LISTS) {
    throw new AuthError(
      'features: every request brings new ones; create the list once, outside of the handler of requests',
    );
  }
  const holder = { features };
  holders.push(holder);
  return holder;
}

/** Starts without logs; does not keep the process alive. The next call retries a failed start. */
function createContext(holder: Holder): Promise<INestApplicationContext> {
  const { features } = holder;
  const mounted = AuthModule.forRoot((passage: Passage) => passage.resolve(), { features });
  // There is no mount path, since each configuration has its own.
  const nowhere = { provide: AUTH_MOUNT_PATH, useValue: null };
  const lazy = { provide: AUTH_IS_LAZY, useValue: ({ isLazy }: Passage) => isLazy };
  const module = {
    ...mounted,
    controllers: [],
    providers: [...(mounted.providers ?? []), nowhere, lazy],
  };
  const context = quietStart((logger) =>
    NestFactory.createApplicationContext(module, { logger, abortOnError: false }),
  );
  context.catch(() => delete holder.context);
  return context;
}

function toRecord({ status, headers, body, redirect, cookies }: AuthResponse): InternalResponse {
  return { status, headers: new Headers(headers), body, redirect, cookies };
}
