import { type AuthConfig } from '@authnest/core';
import { resolveAuthConfig } from '../../libs/core/src/config/resolve-auth-config.js';
import type { ResolvedAuthConfig } from '../../libs/core/src/config/resolved-auth-config.js';
import type { AuthRequest } from '../../libs/core/src/exchange/auth-request.js';
import { SessionContext } from '../../libs/core/src/exchange/session-context.js';
import { LogCollector } from './log-collector.js';
import { VECTOR_SECRET } from './wire-vectors.js';

/** A complete configuration, stateless and without providers unless configured otherwise. */
export function aConfig(overrides: Partial<AuthConfig> = {}): ResolvedAuthConfig {
  return resolveAuthConfig({
    secret: VECTOR_SECRET,
    trustHost: true,
    logger: new LogCollector(),
    providers: [],
    ...overrides,
  });
}

/** A GET of the session over http. */
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
    ...overrides,
  };
}

/** The parts of a request that reading a session needs. */
export function aContext({
  config,
  request,
  cookie,
}: {
  config?: Partial<AuthConfig>;
  request?: Partial<AuthRequest>;
  /** The `Cookie` header. */
  cookie?: string;
} = {}): SessionContext {
  const headers = { ...request?.headers, ...(cookie !== undefined && { cookie }) };
  return new SessionContext(aRequest({ ...request, headers }), aConfig(config));
}
