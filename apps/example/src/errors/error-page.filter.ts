import { type ArgumentsHost, Catch, HttpException, Injectable, Logger } from '@nestjs/common';
import { BaseExceptionFilter, HttpAdapterHost } from '@nestjs/core';
import { pageHeaders } from '../pages/page-headers.js';
import { renderErrorPage } from './error.page.js';

/** The part of a request that the filter reads, the same on Express and Fastify. */
interface Asking {
  readonly headers: { readonly accept?: string };
}

/** Responds to browsers with a page, and to API clients with JSON. Logs errors as Nest does. */
@Catch()
@Injectable()
export class ErrorPageFilter extends BaseExceptionFilter {
  private readonly log = new Logger(ErrorPageFilter.name);

  constructor(private readonly platform: HttpAdapterHost) {
    super(platform.httpAdapter);
  }

  override catch(thrown: unknown, host: ArgumentsHost): void {
    const status = statusOf(thrown);
    const { headers } = host.switchToHttp().getRequest<Asking>();
    // A redirect is an exception too: the guard throws one to redirect to the sign-in page.
    if (status < 400 || !headers.accept?.includes('text/html')) return super.catch(thrown, host);
    if (!(thrown instanceof HttpException)) this.log.error(thrown);
    this.show(status, host.switchToHttp().getResponse<object>());
  }

  private show(status: number, response: object): void {
    const { httpAdapter } = this.platform;
    for (const [name, value] of pageHeaders()) httpAdapter.setHeader(response, name, value);
    httpAdapter.reply(response, renderErrorPage(status), status);
  }
}

/** Returns the status of an error. The body parsers of both platforms set `statusCode`. */
function statusOf(thrown: unknown): number {
  if (thrown instanceof HttpException) return thrown.getStatus();
  const { statusCode } = Object(thrown) as { statusCode?: unknown };
  return typeof statusCode === 'number' ? statusCode : 500;
}
