import type { ExecutionContext } from '@nestjs/common';
import type { AuthPath } from './auth-path.js';

/** The fields of a form or JSON body, untrusted. It has no prototype, so no key is special. */
export type RequestBody = Readonly<Record<string, unknown>>;

/** The fields of a body that has not been checked yet. */
export interface RequestFields {
  /** Returns the value of a field. @throws {InvalidRequest} if the body has no fields */
  get(name: string): unknown;
  /** Whether a form has the field more than once. @throws {InvalidRequest} as `get` does */
  isRepeated(name: string): boolean;
}

/** An endpoint whose mount path is looked up. */
export interface MountedEndpoint extends AuthPath {
  readonly method: 'GET' | 'POST';
}

/** A request that was received by Express or Fastify, or as a web `Request`. */
export interface AuthRequest {
  readonly method: string;
  /** Path of the URL as received: not decoded, without the query. */
  readonly path: string;
  /** Mount path of the endpoints for this request: with the global prefix, no trailing slash. */
  readonly basePath: string;
  /** Returns the mount path of another endpoint; absent if all have the same one. */
  mountPathOf?(endpoint: MountedEndpoint): string;
  /** `http` or `https`, as determined by the platform's proxy settings. */
  readonly protocol: string;
  /** Host and port, as determined by the platform's proxy settings. Untrusted. */
  readonly host: string;
  /**
   * Address of the client, as determined by the platform's proxy settings: empty if unknown, absent
   * for a web `Request`.
   */
  readonly address?: string;
  /** Address of the other end of the connection: the client or a proxy. */
  readonly peer?: string;
  /** The query as received, without the question mark. */
  readonly search: string;
  /** The last value of each parameter. Has no prototype. */
  readonly query: Readonly<Record<string, string>>;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Reads the body, for at most this time; absent on a platform, whose parser has read it. */
  receive?(timeoutMs: number): Promise<void>;
  /** Absent if there is no body of a supported type. */
  readonly body?: RequestBody;
  /** Reads single fields, for checks before the whole body is read; absent if there is no body. */
  readonly fields?: RequestFields;
  /** Names of the form fields that were sent more than once; the body has their last values. */
  readonly repeated?: readonly string[];
  /** Set for calls from other routes, where browsers do not send cookies limited to our paths. */
  readonly isBeside?: true;
  /** The platform's own request, which is passed to a configuration function. */
  readonly native: unknown;
  /** The context of a message; absent for a request. */
  readonly message?: ExecutionContext;
  /** The request that the application passed to `Auth()`; absent on a platform. */
  readonly web?: Request;
}

/** Returns a header with a single value; undefined if it is absent or was sent more than once. */
export function headerOf(
  { headers }: Pick<AuthRequest, 'headers'>,
  name: string,
): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}
