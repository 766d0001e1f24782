import {
  type ArgumentsHost,
  Body,
  type CallHandler,
  Catch,
  Controller,
  type ExceptionFilter,
  type ExecutionContext,
  HttpException,
  type NestInterceptor,
  Post,
  ValidationPipe,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { IsString } from 'class-validator';
import { map, type Observable } from 'rxjs';
import { platforms, TestApp, type TestAppOptions } from '../support/test-app.js';
import { expectWholeJob, OrdersController } from '../support/whole-job.js';

class NewNote {
  @IsString() text!: string;
}

@Controller('notes')
class NotesController {
  @Post() create(@Body() note: NewNote): { text: string; isNote: boolean } {
    return { text: note.text, isNote: note instanceof NewNote };
  }
}

/** Wraps what every handler returns, as applications do. */
class WrappingInterceptor implements NestInterceptor {
  readonly handlers: string[] = [];

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    this.handlers.push(context.getHandler().name);
    return next.handle().pipe(map((data: unknown) => ({ data })));
  }
}

@Catch()
class CatchAllFilter implements ExceptionFilter {
  constructor(private readonly host: HttpAdapterHost) {}

  catch(exception: unknown, host: ArgumentsHost): void {
    const status = exception instanceof HttpException ? exception.getStatus() : 500;
    this.host.httpAdapter.reply(host.switchToHttp().getResponse(), { caught: status }, status);
  }
}

describe.each(platforms())(
  'pipes, interceptors and filters of the application on %s',
  (platform) => {
    let app: TestApp;

    afterEach(() => app.close());

    const start = async (configure: TestAppOptions['configure']): Promise<TestApp> =>
      (app = await TestApp.start({
        platform,
        configure,
        module: { controllers: [OrdersController, NotesController] },
      }));

    it('a global ValidationPipe validates the bodies of the application, but not those of the endpoints', async () => {
      await start((nest) =>
        nest.useGlobalPipes(
          new ValidationPipe({ whitelist: true, forbidNonWhitelisted: true, transform: true }),
        ),
      );

      await expectWholeJob(app);
      const browser = app.client();
      expect((await browser.post('/notes', { json: { text: 'a', more: 1 } })).status).toBe(400);
      expect((await browser.post('/notes', { json: { text: 'a' } })).json()).toEqual({
        text: 'a',
        isNote: true,
      });
    });

    it('a global ValidationPipe with validateCustomDecorators does not change the user', async () => {
      await start((nest) =>
        nest.useGlobalPipes(
          new ValidationPipe({
            whitelist: true,
            forbidNonWhitelisted: true,
            forbidUnknownValues: true,
            transform: true,
            validateCustomDecorators: true,
          }),
        ),
      );

      await expectWholeJob(app);
    });

    it('an interceptor that wraps responses wraps those of the application, but not those of the endpoints', async () => {
      const interceptor = new WrappingInterceptor();
      await start((nest) => nest.useGlobalInterceptors(interceptor));

      await expectWholeJob(app, { shown: (data) => ({ data }) });
      // It still runs for the endpoints, so that audits and timers cover them.
      expect(interceptor.handlers).toEqual(
        expect.arrayContaining(['providers', 'signInPage', 'postCallback', 'session', 'signOut']),
      );
    });

    it('a filter that catches everything handles errors of the guard, but never of the endpoints', async () => {
      await start((nest) => nest.useGlobalFilters(new CatchAllFilter(nest.get(HttpAdapterHost))));

      await expectWholeJob(app);
      const browser = app.client();
      expect((await browser.get('/orders')).json()).toEqual({ caught: 401 });
      expect((await browser.get('/auth/nothing')).json()).toBe('Bad request.');
      expect((await browser.post('/auth/callback/credentials')).location).toBe(
        `${app.url}/auth/signin?error=MissingCSRF`,
      );
      expect((await browser.request('PUT', '/auth/session')).status).toBe(405);
    });
  },
);
