import {
  ProviderTokenMissing,
  ProviderTokenRefused,
  ProviderTokenUnavailable,
  StepUpRequired,
} from '@authnest/core';
import {
  type ArgumentsHost,
  Catch,
  Controller,
  type ExceptionFilter,
  Get,
  HttpException,
  Logger,
  Param,
  type Provider,
} from '@nestjs/common';
import { APP_FILTER, BaseExceptionFilter, HttpAdapterHost } from '@nestjs/core';
import { platforms, TestApp, type TestAppOptions } from '../support/test-app.js';

const ERRORS: Readonly<Record<string, () => Error>> = {
  scopes: () => new ProviderTokenMissing('scopes', 'idp', ['calendar']),
  'no-account': () => new ProviderTokenMissing('no-account', 'idp'),
  refused: () => new ProviderTokenRefused('idp'),
  'step-up': () => new StepUpRequired('idp', { acrValues: ['gold'], maxAge: 60, scope: 'pay' }),
  'recent-sign-in': () => new StepUpRequired('idp', { maxAge: 0 }),
  unavailable: () => new ProviderTokenUnavailable('idp', 7),
};

@Controller('calendar')
class CalendarController {
  @Get(':fault') read(@Param('fault') fault: string): never {
    throw ERRORS[fault]?.() ?? new HttpException('a fault of the application', 418);
  }
}

/** A filter that formats all errors in the same way. */
@Catch()
class OwnFormFilter implements ExceptionFilter {
  constructor(private readonly platform: HttpAdapterHost) {}

  catch({ name }: Error, host: ArgumentsHost): void {
    const { httpAdapter } = this.platform;
    httpAdapter.reply(host.switchToHttp().getResponse<object>(), { own: name }, 400);
  }
}

/** A filter like those of error trackers, which record an error, then leave it to Nest. */
@Catch()
class RecordingFilter extends BaseExceptionFilter {}

@Catch(TypeError)
class OtherFilter extends OwnFormFilter {}

const own = (filter: unknown): Provider => ({
  provide: APP_FILTER,
  useFactory: (platform: HttpAdapterHost) =>
    new (filter as new (platform: HttpAdapterHost) => ExceptionFilter)(platform),
  inject: [HttpAdapterHost],
});

describe.each(platforms())('an uncaught error of ProviderTokensService, on %s', (platform) => {
  let app: TestApp;

  const start = async (options: Partial<TestAppOptions> = {}): Promise<void> => {
    const { module, ...rest } = options;
    const controllers = [CalendarController];
    app = await TestApp.start({ platform, ...rest, module: { controllers, ...module } });
  };
  const get = async (fault: string) => {
    const { status, headers, text } = await app.client().get(`/calendar/${fault}`);
    return { status, retryAfter: headers['retry-after'], body: JSON.parse(text) as unknown };
  };
  afterEach(() => app.close());

  it.each<[string, number, string | undefined, object]>([
    [
      'scopes',
      409,
      undefined,
      { error: 'ProviderTokenMissing', reason: 'scopes', missingScopes: ['calendar'] },
    ],
    ['no-account', 409, undefined, { error: 'ProviderTokenMissing', reason: 'no-account' }],
    ['refused', 409, undefined, { error: 'ProviderTokenRefused' }],
    [
      'step-up',
      401,
      undefined,
      { error: 'StepUpRequired', acrValues: ['gold'], maxAge: 60, scope: 'pay' },
    ],
    ['recent-sign-in', 401, undefined, { error: 'StepUpRequired', maxAge: 0 }],
    ['unavailable', 503, '7', { error: 'ProviderTokenUnavailable' }],
  ])('sets the response: %s', async (fault, statusCode, retryAfter, body) => {
    await start();

    expect(await get(fault)).toEqual({
      status: statusCode,
      retryAfter,
      body: {
        statusCode,
        provider: 'idp',
        message: expect.stringMatching(/^idp: \w/) as unknown,
        ...body,
      },
    });
  });

  it('is logged if the provider caused it, and not if the user has to act', async () => {
    const lines: unknown[] = [];
    await start();
    Logger.overrideLogger({ error: (line: unknown) => lines.push(line), log: noop, warn: noop });

    await get('refused');
    await get('step-up');
    await get('unavailable');

    Logger.overrideLogger(false);
    expect(lines).toEqual([
      expect.stringMatching(/^\[ProviderTokenUnavailable\] idp: .*errors#providertokenunavailable/),
    ]);
  });

  it('is left to a filter of the application, but keeps its Retry-After header', async () => {
    await start({ module: { providers: [own(OwnFormFilter), own(OtherFilter)] } });

    expect(await get('refused')).toEqual({ status: 400, body: { own: 'ProviderTokenRefused' } });
    expect(await get('unavailable')).toEqual({
      status: 400,
      retryAfter: '7',
      body: { own: 'ProviderTokenUnavailable' },
    });
    expect(await get('other')).toMatchObject({ body: { own: 'HttpException' } });
  });

  it('keeps its status if a filter of the application leaves it to Nest', async () => {
    await start({
      configure: (nest) => nest.useGlobalFilters(new RecordingFilter(nest.getHttpAdapter())),
    });

    expect(await get('scopes')).toMatchObject({ status: 409, body: { statusCode: 409 } });
    expect(await get('unavailable')).toMatchObject({ status: 503 });
  });
});

function noop(): void {}
