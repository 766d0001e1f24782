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
    Reflect.defineMetadata('swagger/apiParameters', parameters.map(inPath), method);
  };
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
