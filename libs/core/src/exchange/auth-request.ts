/** The fields of a form or JSON body, untrusted. It has no prototype, so no key is special. */
export type RequestBody = Readonly<Record<string, unknown>>;

/** The fields of a body that has not been checked yet. */
export interface RequestFields {
  /** As the body has it. @throws {InvalidRequest} where the body is not an object of fields */
  get(name: string): unknown;
  /** Whether a form has the field more than once. @throws {InvalidRequest} as `get` does */
  isRepeated(name: string): boolean;
}

/** One request, from Express, Fastify, or a web `Request`. */
export interface AuthRequest {
  readonly method: string;
  /** Path of the URL as it came: not decoded, without the query. */
  readonly path: string;
  /** Where the endpoints are mounted for this request, global prefix included; no slash at the end. */
  readonly basePath: string;
  /** `http` or `https`, as the platform's proxy trust sees it. */
  readonly protocol: string;
  /** Host and port, as the platform's proxy trust sees it. Untrusted. */
  readonly host: string;
  /**
   * Address of the client, as the platform's proxy trust sees it: empty if unknown, absent without
   * a platform.
   */
  readonly address?: string;
  /** Address of the other end of the connection: of the client, or of a proxy. */
  readonly peer?: string;
  /** The query as it came, without the question mark. */
  readonly search: string;
  /** The last value of each parameter. No prototype. */
  readonly query: Readonly<Record<string, string>>;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Absent without a body of a supported type. */
  readonly body?: RequestBody;
  /** The same fields one by one, for checks before all are read; absent if `body` is our own. */
  readonly fields?: RequestFields;
  /** Names of the form fields that came more than once; the body has the last value of each. */
  readonly repeated?: readonly string[];
  /** Set for calls from another path of the application: cookies of our paths are missing. */
  readonly isBeside?: true;
  /** The platform's own request, for configuration that is a function of it. */
  readonly native: unknown;
  /** The request that the application passed to `Auth()`; absent on a platform. */
  readonly web?: Request;
}

/** A header with a single value; undefined when it is absent or was sent more than once. */
export function headerOf(
  { headers }: Pick<AuthRequest, 'headers'>,
  name: string,
): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}

/** The fields of the body, one by one; undefined without a body. */
export function fieldsOf(
  request: Pick<AuthRequest, 'body' | 'fields' | 'repeated'>,
): RequestFields | undefined {
  if (request.fields) return request.fields;
  const { body, repeated } = request;
  return (
    body && {
      get: (name) => body[name],
      isRepeated: (name) => repeated?.includes(name) ?? false,
    }
  );
}
