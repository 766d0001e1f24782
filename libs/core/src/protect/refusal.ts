import {
  BadRequestException,
  HttpException,
  InternalServerErrorException,
  NotFoundException,
  ServiceUnavailableException,
  UnauthorizedException,
} from '@nestjs/common';
import { UnknownTenant } from '../errors/configuration.errors.js';

/** Why the guard refuses a request. */
export type Refusal =
  'unauthenticated' | 'unavailable' | 'malformed' | 'unknownTenant' | 'signInLoop';

/** Why a session could not be read. */
export function readingRefusal(thrown: unknown): Refusal {
  return thrown instanceof UnknownTenant ? 'unknownTenant' : 'unavailable';
}

/**
 * Creates the error for a refusal, without a stack trace: a refusal is a normal response, and
 * collecting a stack trace costs more than the rest of the guard.
 */
export function refusalError(refusal: Refusal): HttpException {
  return withoutStack(() => ERRORS[refusal]());
}

const ERRORS: Readonly<Record<Refusal, () => HttpException>> = {
  unauthenticated: () => new UnauthorizedException('Sign in to continue.'),
  unavailable: () =>
    new ServiceUnavailableException('Your session could not be checked; try again.'),
  malformed: () => new BadRequestException('Bad request.'),
  unknownTenant: () => new NotFoundException('Not found.'),
  signInLoop: () => new InternalServerErrorException('The sign-in page requires a session itself.'),
};

/** Creates the error for a redirect; the caller sets the `Location` header on the response. */
export function redirectError(): HttpException {
  return withoutStack(() => new HttpException('See Other', 303));
}

function withoutStack<E>(create: () => E): E {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return create();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** Creates the kind of error that a transport other than HTTP sends to its client. */
export async function transportError(type: string, refusal: Refusal): Promise<Error> {
  const message = MESSAGES[refusal];
  if (type === 'ws') {
    const { WsException } = await import('@nestjs/websockets');
    return new WsException(message);
  }
  if (type === 'rpc') {
    const { RpcException } = await import('@nestjs/microservices');
    return new RpcException(message);
  }
  return refusalError(refusal);
}

const MESSAGES: Readonly<Record<Refusal, string>> = {
  unauthenticated: 'Unauthorized',
  unavailable: 'Service Unavailable',
  malformed: 'Bad Request',
  unknownTenant: 'Not Found',
  signInLoop: 'Internal Server Error',
};
