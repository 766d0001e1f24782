import { type INestApplicationContext, Logger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AuthModule } from './auth.module.js';
import type { AuthConfig, AuthConfigInput } from './config/auth-config.js';
import { AuthConfigService } from './config/auth-config.service.js';
import { raw } from './config/markers.js';
import type { SetCookie } from './exchange/cookie-jar.js';
import { fromWeb, toWeb } from './exchange/web-exchange.js';
import { SessionContext } from './exchange/session-context.js';
import { COMMON_HEADERS } from './http/security-headers.js';
import { AuthHandler } from './http/auth.handler.js';
import type { AuthResponse } from './exchange/auth-response.js';
import type { Session } from './model/session.js';
import { SessionService } from './session/session.service.js';

/** What `Auth` answers with the marker `raw`. @see specification, What the service does 1 */
export interface InternalResponse {
  status?: number;
  headers?: Headers;
  body?: string;
  redirect?: string;
  cookies?: readonly SetCookie[];
}

/** One application context for the process, made on first use; the only state of this file. */
const holder: {
  context?: Promise<INestApplicationContext>;
  readonly configs: WeakMap<Request, AuthConfig>;
} = {
  configs: new WeakMap(),
};

/**
 * Handles a web `Request` outside a Nest application, with the same providers and the same pipeline.
 * With the marker `raw` in the configuration it answers an internal record, and errors of ours are
 * thrown unless the request asks for the answer in JSON.
 * @param input - the configuration, or an (async) function of the request that makes it
 * @see specification, Handler and helper operations; wire contract REQ-1 to REQ-4; design decision 15
 */
export function Auth(
  request: Request,
  input: AuthConfig & { raw: typeof raw },
): Promise<Response | InternalResponse>;
export function Auth(request: Request, input: AuthConfigInput): Promise<Response>;
export async function Auth(
  request: Request,
  input: AuthConfigInput,
): Promise<Response | InternalResponse> {
  const { handler, basePath, config } = await enter(request, input);
  const isRaw = config?.raw === raw;
  const read = await readRequest(request, basePath);
  if (!read) return toWeb(BAD_REQUEST);
  const throws = isRaw && !request.headers.has('x-auth-return-redirect');
  const answer = await handler.handle(read, { errors: throws ? 'throw' : 'answer' });
  return isRaw && answer.status !== 400 ? toRecord(answer) : toWeb(answer);
}

/**
 * The session that a web `Request` carries, or null.
 * @throws {AuthError} when it cannot be told whether there is one
 * @see specification, Handler and helper operations
 */
export async function getSession(
  request: Request,
  input: AuthConfigInput,
): Promise<Session | null> {
  const { context, basePath } = await enter(request, input);
  const read = await fromWeb(new Request(request.url, { headers: request.headers }), basePath);
  const config = await context.get(AuthConfigService).forRequest(request);
  return context
    .get(SessionService)
    .read(new SessionContext({ ...read, native: request }, config), 'server');
}

async function enter(request: Request, input: AuthConfigInput) {
  const context = await (holder.context ??= createContext());
  const config = await configOf(request, input);
  if (config) holder.configs.set(request, config);
  const basePath = await Promise.resolve(context.get(AuthConfigService).forRequest(request)).then(
    (resolved) => resolved.basePath,
    () => config?.basePath ?? '/auth',
  );
  return { context, handler: context.get(AuthHandler), basePath, config };
}

/** Undefined where the function fails: the handler then answers as to any faulty configuration. */
async function configOf(request: Request, input: AuthConfigInput): Promise<AuthConfig | undefined> {
  if (typeof input !== 'function') return input;
  try {
    return await input(request);
  } catch {
    return undefined;
  }
}

/** Nest's logger is one for the process, so what the host has set is put back afterwards. */
class Silence extends Logger {
  static async during<T>(run: () => Promise<T>): Promise<T> {
    const host = Logger.staticInstanceRef;
    try {
      return await run();
    } finally {
      Logger.staticInstanceRef = host;
    }
  }
}

/** Silent, and without anything that would keep the process alive. */
function createContext(): Promise<INestApplicationContext> {
  const module = AuthModule.forRoot((request: Request) => {
    const config = holder.configs.get(request);
    if (!config) throw new TypeError('the configuration function failed');
    return config;
  });
  const options = { logger: false, abortOnError: false } as const;
  return Silence.during(() => NestFactory.createApplicationContext(module, options));
}

async function readRequest(request: Request, basePath: string) {
  try {
    return await fromWeb(request, basePath);
  } catch {
    return undefined;
  }
}

/** @see wire contract REQ-2 */
const BAD_REQUEST: AuthResponse = {
  status: 400,
  headers: { ...COMMON_HEADERS, 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify('Bad request.'),
  cookies: [],
};

function toRecord({ status, headers, body, redirect, cookies }: AuthResponse): InternalResponse {
  return { status, headers: new Headers(headers), body, redirect, cookies };
}
