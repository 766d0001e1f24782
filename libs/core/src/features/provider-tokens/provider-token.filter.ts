import {
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  HttpException,
  Injectable,
} from '@nestjs/common';
import { APP_FILTER, BaseExceptionFilter, HttpAdapterHost, ModulesContainer } from '@nestjs/core';
import {
  ProviderTokenMissing,
  ProviderTokenRefused,
  ProviderTokenUnavailable,
  StepUpRequired,
} from '../../errors/provider-token.errors.js';
import type { PlatformRequest } from '../../request/platform/platform-request.js';
import { createAuthLogger } from '../../logging/nest-auth-logger.js';
import { StepUpPagesService } from './step-up-pages.service.js';

type TokenError =
  ProviderTokenMissing | ProviderTokenRefused | ProviderTokenUnavailable | StepUpRequired;

/** The metadata key under which Nest stores the classes of `@Catch`. */
const CAUGHT = '__filterCatchExceptions__';

/**
 * Responds to errors from `ProviderTokensService` that a handler does not catch. The application's
 * filters take precedence, however they are registered; `Retry-After` is set for them too.
 */
@Catch(ProviderTokenMissing, ProviderTokenRefused, ProviderTokenUnavailable, StepUpRequired)
@Injectable()
export class ProviderTokenFilter extends BaseExceptionFilter<TokenError> {
  private readonly log = createAuthLogger();

  constructor(
    private readonly platform: HttpAdapterHost,
    private readonly modules: ModulesContainer,
    private readonly pages: StepUpPagesService,
  ) {
    super();
  }

  override catch(error: TokenError, host: ArgumentsHost): unknown {
    // Returning undefined leaves the error unhandled. Other contexts have no status and no headers.
    if (host.getType() !== 'http') return undefined;
    if (error instanceof ProviderTokenUnavailable) this.setRetryAfter(error, host);
    const own = this.filterOfApplication(error);
    if (own) return own.catch(error, host);
    if (error instanceof ProviderTokenUnavailable) this.log.error(error);
    if (error instanceof StepUpRequired) return this.askToSignIn(error, host);
    return this.respond(error, bodyOf(error), host);
  }

  private async askToSignIn(error: StepUpRequired, host: ArgumentsHost): Promise<void> {
    const request = host.switchToHttp().getRequest<PlatformRequest>();
    // Nest does not wait for a filter, so a rejection would end the process.
    const url = await this.pages.urlOf(error, request).catch(() => undefined);
    this.respond(error, { ...bodyOf(error), ...(url !== undefined && { url }) }, host);
  }

  private respond({ statusCode }: TokenError, body: object, host: ArgumentsHost): void {
    super.catch(new HttpException(body, statusCode) as never, host);
  }

  private setRetryAfter({ retryAfter }: ProviderTokenUnavailable, host: ArgumentsHost): void {
    const { httpAdapter } = this.platform;
    const response = host.switchToHttp().getResponse<object>();
    if (httpAdapter.isHeadersSent(response)) return;
    httpAdapter.setHeader(response, 'Retry-After', String(retryAfter));
  }

  /** Finds the application's filter: Nest calls ours before `APP_FILTER`s of the root module. */
  private filterOfApplication(error: TokenError): ExceptionFilter | undefined {
    const providers = [...this.modules.values()].flatMap((module) => [...module.providers]);
    const filters = providers
      .filter(([token]) => typeof token === 'string' && token.startsWith(APP_FILTER))
      .map(([, { instance }]) => instance as ExceptionFilter | undefined);
    return filters.findLast(
      (filter) => filter !== undefined && filter !== this && takes(filter, error),
    );
  }
}

/** Whether Nest would call the filter; a filter without classes catches every error. */
function takes(filter: ExceptionFilter, error: TokenError): boolean {
  const caught: unknown = Reflect.getMetadata(CAUGHT, filter.constructor);
  if (!Array.isArray(caught)) return false;
  const classes: unknown[] = caught;
  return (
    classes.length === 0 || classes.some((one) => typeof one === 'function' && error instanceof one)
  );
}

/** Returns what a client can act on: why there is no token, and for which provider. */
function bodyOf(error: TokenError): object {
  const { statusCode, type, message, provider } = error;
  const body = { statusCode, error: type, message, provider };
  if (error instanceof StepUpRequired) {
    const { acrValues, maxAge, scope } = error;
    // Members that are undefined are left out of JSON.
    return { ...body, acrValues, maxAge, scope };
  }
  if (!(error instanceof ProviderTokenMissing)) return body;
  const { reason, missingScopes } = error;
  return { ...body, reason, ...(missingScopes && { missingScopes }) };
}
