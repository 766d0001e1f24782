import type { Type } from '@nestjs/common';

/** The key of the parameters of an endpoint. */
const PARAMETERS = 'swagger/apiParameters';

/** What API documentation shows of an endpoint. */
export interface EndpointDescription {
  readonly summary: string;
  /** What it responds with, by status. */
  readonly responses: Readonly<Record<number, string>>;
  /** Names of the parameters in its path. */
  readonly parameters?: readonly string[];
}

/**
 * Describes an endpoint under the keys that `@nestjs/swagger` 11 and 12 read, without needing the
 * package. Where it is not installed nobody reads them.
 */
export function Describe({
  summary,
  responses,
  parameters = [],
}: EndpointDescription): MethodDecorator {
  return (_target, _name, { value }: PropertyDescriptor) => {
    const method = value as object;
    const described = Object.entries(responses).map(([status, text]) => [
      status,
      { description: text },
    ]);
    Reflect.defineMetadata('swagger/apiOperation', { summary }, method);
    Reflect.defineMetadata('swagger/apiResponse', Object.fromEntries(described), method);
    Reflect.defineMetadata(PARAMETERS, parameters.map(inPath), method);
  };
}

/**
 * Adds the parameters of the path in front of its endpoints to a controller. Metadata belong to a
 * method, which the controllers of all modules share, so this one gets methods of its own.
 * @param controller - a class whose endpoints are methods of the class that it extends
 * @param names - of the parameters; with none it shares the methods again
 */
export function describeMountPath(controller: Type, names: readonly string[]): void {
  const own = controller.prototype as object;
  const shared = Reflect.getPrototypeOf(own) ?? {};
  const added = names.map(inPath);
  for (const name of Object.getOwnPropertyNames(shared)) {
    const known: unknown = Reflect.getMetadata(PARAMETERS, Reflect.get(own, name) as object);
    // No endpoint, or one that is left out of this controller.
    if (known === undefined) continue;
    Reflect.deleteProperty(own, name);
    if (added.length === 0) continue;
    const method = Reflect.get(own, name) as Method;
    const described = copyOf(method);
    const before = Reflect.getMetadata(PARAMETERS, method) as readonly object[];
    Reflect.defineMetadata(PARAMETERS, [...added, ...before], described);
    Reflect.defineProperty(own, name, { value: described, configurable: true });
  }
}

type Method = (...parameters: unknown[]) => unknown;

/** Another function that does the same, under the same name and with the same metadata. */
function copyOf(method: Method): Method {
  const copy = function (this: unknown, ...parameters: unknown[]): unknown {
    return Reflect.apply(method, this, parameters);
  };
  Reflect.defineProperty(copy, 'name', { value: method.name });
  for (const key of Reflect.getMetadataKeys(method) as string[]) {
    Reflect.defineMetadata(key, Reflect.getMetadata(key, method), copy);
  }
  return copy;
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
