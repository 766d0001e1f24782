/** What API documentation shows of an endpoint. */
export interface EndpointDescription {
  readonly summary: string;
  /** What it responds with, by status. */
  readonly responses: Readonly<Record<number, string>>;
}

/**
 * Describes a method of a controller under the keys that `@nestjs/swagger` 11 and 12 read, without
 * needing the package. Where it is not installed, the keys are unused.
 * @param path - below that of the controller; its parameters are described too
 * @param inFront - names of the parameters that the path of the controller has
 */
export function describeEndpoint(
  method: object,
  { path, summary, responses }: EndpointDescription & { readonly path: string },
  inFront: readonly string[],
): void {
  const described = Object.entries(responses).map(([status, description]) => [
    status,
    { description },
  ]);
  const own = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  Reflect.defineMetadata('swagger/apiOperation', { summary }, method);
  Reflect.defineMetadata('swagger/apiResponse', Object.fromEntries(described), method);
  Reflect.defineMetadata('swagger/apiParameters', [...inFront, ...own].map(inPath), method);
}

/** Names the group of a controller in API documentation. */
export function DescribeAs(tag: string): ClassDecorator {
  return (target) => Reflect.defineMetadata('swagger/apiUseTags', [tag], target);
}

/** Keeps a controller out of API documentation. */
export function Undescribed(): ClassDecorator {
  return (target) => Reflect.defineMetadata('swagger/apiExcludeController', [true], target);
}

function inPath(name: string): object {
  return { name, in: 'path', required: true, schema: { type: 'string' } };
}
