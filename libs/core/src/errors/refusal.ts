import {
  BadRequestException,
  ForbiddenException,
  HttpException,
  InternalServerErrorException,
  NotFoundException,
  ServiceUnavailableException,
  UnauthorizedException,
} from '@nestjs/common';
import { UnknownTenant } from './configuration.errors.js';
import type { ErrorCode } from './error-code.js';

/** Why the guard refuses a request. */
export type Refusal =
  | 'unauthenticated'
  | 'foreign'
  | 'forbidden'
  | 'stale'
  | 'unavailable'
  | 'malformed'
  | 'unknownTenant'
  | 'signInLoop';

/** Why a session could not be read. */
export function readingRefusal(thrown: unknown): Refusal {
  return thrown instanceof UnknownTenant ? 'unknownTenant' : 'unavailable';
}

/**
 * Creates the error for a refusal, without a stack trace: a refusal is a normal response, and
 * collecting a stack trace costs more than the rest of the guard. Its body has an `errorCode`.
 * @param url - of a page on which the user can do what is missing
 */
export function refusalError(refusal: Refusal, url?: string): HttpException {
  const { type: Exception, statusCode, errorCode, message } = ERRORS[refusal];
  const body = { message, error: MESSAGES[refusal], statusCode, errorCode, ...(url && { url }) };
  // NestJS 11 takes no `errorCode`, and NestJS 12 keeps the one of its options as this member.
  return withoutStack(() => Object.assign(new Exception(body), { errorCode }));
}

interface RefusalError {
  readonly type: new (body: object) => HttpException;
  readonly statusCode: number;
  readonly errorCode: ErrorCode;
  readonly message: string;
}

const ERRORS: Readonly<Record<Refusal, RefusalError>> = {
  unauthenticated: {
    type: UnauthorizedException,
    statusCode: 401,
    errorCode: 'SESSION_REQUIRED',
    message: 'Sign in to continue.',
  },
  foreign: {
    type: ForbiddenException,
    statusCode: 403,
    errorCode: 'CSRF_FAILED',
    message: 'The request comes from a page of another site.',
  },
  forbidden: {
    type: ForbiddenException,
    statusCode: 403,
    errorCode: 'INSUFFICIENT_ROLE',
    message: 'You do not have access to this.',
  },
  stale: {
    type: ForbiddenException,
    statusCode: 403,
    errorCode: 'FRESH_AUTH_REQUIRED',
    message: 'Confirm that it is you.',
  },
  unavailable: {
    type: ServiceUnavailableException,
    statusCode: 503,
    errorCode: 'STORE_UNAVAILABLE',
    message: 'Your session could not be checked; try again.',
  },
  malformed: {
    type: BadRequestException,
    statusCode: 400,
    errorCode: 'INVALID_REQUEST',
    message: 'Bad request.',
  },
  unknownTenant: {
    type: NotFoundException,
    statusCode: 404,
    errorCode: 'NOT_FOUND',
    message: 'Not found.',
  },
  signInLoop: {
    type: InternalServerErrorException,
    statusCode: 500,
    errorCode: 'CONFIGURATION',
    message: 'The sign-in page requires a session itself.',
  },
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

/** What the client of a socket gets. */
export interface SocketError {
  readonly status: 'error';
  readonly code: ErrorCode;
  readonly message: string;
}

/** Returns what the client of a socket gets for a refusal. */
export function bodyOf(refusal: Refusal): SocketError {
  const { errorCode: code, message } = ERRORS[refusal];
  return { status: 'error', code, message };
}

/** Returns the status for a handshake that is refused. */
export function statusOf(refusal: Refusal): number {
  return ERRORS[refusal].statusCode;
}

/** Creates the kind of error that a transport other than HTTP sends to its client. */
export async function transportError(type: string, refusal: Refusal): Promise<Error> {
  const message = MESSAGES[refusal];
  if (type === 'ws') {
    const { WsException } = await import('@nestjs/websockets');
    // With a text, Nest would send the pattern and the data of the message back.
    return withoutStack(() => new WsException(bodyOf(refusal)));
  }
  if (type === 'rpc') {
    const { RpcException } = await import('@nestjs/microservices');
    return withoutStack(() => new RpcException({ status: ERRORS[refusal].statusCode, message }));
  }
  const error = refusalError(refusal);
  if (type !== 'graphql') return error;
  const code = refusal === 'unauthenticated' ? 'UNAUTHENTICATED' : nameOf(message);
  const { errorCode } = ERRORS[refusal];
  // Mercurius has no code for an exception of Nest, and Apollo replaces all but those of 401 and 403.
  return Object.assign(error, { extensions: { code, errorCode } });
}

/** Returns a name such as `SERVICE_UNAVAILABLE`. */
function nameOf(message: string): string {
  return message.toUpperCase().replaceAll(' ', '_');
}

const MESSAGES: Readonly<Record<Refusal, string>> = {
  unauthenticated: 'Unauthorized',
  foreign: 'Forbidden',
  forbidden: 'Forbidden',
  stale: 'FreshAuthRequired',
  unavailable: 'Service Unavailable',
  malformed: 'Bad Request',
  unknownTenant: 'Not Found',
  signInLoop: 'Internal Server Error',
};
