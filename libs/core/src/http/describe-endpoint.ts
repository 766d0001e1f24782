import type { EndpointDescription } from '../feature-port/auth-route.js';

/**
 * Describes a controller method with the metadata keys that `@nestjs/swagger` 11 and 12 read. The
 * package is not required; if it is not installed, the keys are unused.
 * @param path - relative to that of the controller; its parameters are described too
 * @param schema - of the body
 * @param inFront - names of the parameters in the path of the controller
 */
export function describeEndpoint(
  method: object,
  { path, summary, responses, schema }: DescribedEndpoint,
  inFront: readonly string[],
): void {
  const described = Object.entries(responses).map(([status, description]) => [
    status,
    { description },
  ]);
  const own = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  Reflect.defineMetadata('swagger/apiOperation', { summary }, method);
  Reflect.defineMetadata('swagger/apiResponse', Object.fromEntries(described), method);
  const parameters = [...inFront, ...own].map(inPath);
  if (schema) parameters.push({ in: 'body', required: true, type: String, schema });
  Reflect.defineMetadata('swagger/apiParameters', parameters, method);
  if (schema) Reflect.defineMetadata('swagger/apiConsumes', BODY_TYPES, method);
}

type DescribedEndpoint = Omit<EndpointDescription, 'body'> & {
  readonly path: string;
  readonly schema?: object | undefined;
};

const BODY_TYPES = ['application/x-www-form-urlencoded', 'application/json'];

/** Sets the group of a controller in API documentation. */
export function DescribeAs(tag: string): ClassDecorator {
  return (target) => Reflect.defineMetadata('swagger/apiUseTags', [tag], target);
}

/** Excludes a controller from API documentation. */
export function Undescribed(): ClassDecorator {
  return (target) => Reflect.defineMetadata('swagger/apiExcludeController', [true], target);
}

function inPath(name: string): object {
  return { name, in: 'path', required: true, schema: { type: 'string' } };
}
