import { type AuthConfig } from '@authnest/core';
import { resolveAuthConfig } from '../../libs/core/src/config/resolve-auth-config.js';
import type { ResolvedAuthConfig } from '../../libs/core/src/config/resolved-auth-config.js';
import type { AuthRequest } from '../../libs/core/src/request/context/auth-request.js';
import { fieldsIn } from '../../libs/core/src/request/body/parse-body.js';
import { SessionContext } from '../../libs/core/src/request/context/session-context.js';
import { LogCollector } from './log-collector.js';
import { VECTOR_SECRET } from './wire-vectors.js';

/** Returns a complete configuration, by default with stateless sessions and no providers. */
export function aConfig(overrides: Partial<AuthConfig> = {}): ResolvedAuthConfig {
  return resolveAuthConfig({
    secret: VECTOR_SECRET,
    trustHost: true,
    logger: new LogCollector(),
    providers: [],
    ...overrides,
  });
}

/** Returns a GET request for the session over HTTP. */
export function aRequest(overrides: Partial<AuthRequest> = {}): AuthRequest {
  return {
    method: 'GET',
    path: '/auth/session',
    basePath: '/auth',
    protocol: 'http',
    host: 'app.example',
    search: '',
    query: {},
    headers: {},
    native: {},
    fields: fieldsIn('application/json', overrides.body),
    ...overrides,
  };
}

/** Returns the context that is needed to read the session of a request. */
export function aContext({
  config,
  request,
  cookie,
}: {
  config?: Partial<AuthConfig>;
  request?: Partial<AuthRequest>;
  /** The value of the `Cookie` header. */
  cookie?: string;
} = {}): SessionContext {
  const headers = { ...request?.headers, ...(cookie !== undefined && { cookie }) };
  return new SessionContext(aRequest({ ...request, headers }), aConfig(config));
}
