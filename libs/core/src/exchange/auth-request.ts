/** The fields of a form or JSON body, untrusted. It has no prototype, so no key is special. */
export type RequestBody = Readonly<Record<string, unknown>>;

/** The fields of a body that nobody has looked through yet. */
export interface RequestFields {
  /** As the body has it. @throws {InvalidRequest} where the body is not an object of fields */
  get(name: string): unknown;
  /** Whether a form has the field more than once. @throws {InvalidRequest} as `get` does */
  isRepeated(name: string): boolean;
}

/** One request, whatever it came through: Express, Fastify, or a web `Request`. */
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
   * Of the client, as the platform's proxy trust sees it: empty where it knows none, absent where
   * there is no platform.
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
  /** Absent where there is none, or none of a type that is read. */
  readonly body?: RequestBody;
  /** The same one by one, for what comes before a look at all of them; absent where `body` is ours. */
  readonly fields?: RequestFields;
  /** Names of the form fields that came more than once; the body has the last value of each. */
  readonly repeated?: readonly string[];
  /** Set where code of the application asks on a path of its own: cookies of our paths are missing. */
  readonly isBeside?: true;
  /** The platform's own request, for configuration that is a function of it. */
  readonly native: unknown;
  /** What the application handed to `Auth()`; absent on a platform. */
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

/** The fields of the body, one by one; undefined where there is none. */
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
