import type { ExecutionContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/internal';

/** Returns the value that a parameter decorator passes to the handler. */
export function parameterOf(
  decorator: () => ParameterDecorator,
  context: ExecutionContext,
): unknown {
  class Probe {
    handler(@decorator() value: unknown): unknown {
      return value;
    }
  }
  const metadata = Reflect.getMetadata(ROUTE_ARGS_METADATA, Probe, 'handler') as Record<
    string,
    { factory(data: unknown, context: ExecutionContext): unknown }
  >;
  const [entry] = Object.values(metadata);
  return entry?.factory(undefined, context);
}
