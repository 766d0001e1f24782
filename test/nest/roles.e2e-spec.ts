import {
  type AuthConfig,
  Authorize,
  OptionalSession,
  Public,
  Roles,
  type Session,
  SessionGuard,
  type User,
} from '@authnest/core';
import {
  Controller,
  type ExecutionContext,
  Get,
  NotFoundException,
  type Type,
  UseGuards,
} from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { JANE, platforms, TestApp } from '../support/test-app.js';

/** What the functions under test return, and how often they were called. */
const answers = { roles: (): unknown => ['admin'], rule: (): unknown => true, asked: 0 };

const roles = (user: User, session: Session): readonly string[] => {
  if (session.user !== user) throw new Error('not the user of the session');
  return answers.roles() as readonly string[];
};
const rule = (session: Session, context: ExecutionContext): boolean => {
  answers.asked += 1;
  if (!session.user || context.getType() !== 'http') throw new Error('no user or no request');
  return answers.rule() as boolean;
};

@Controller('bare')
class BareController {
  @Get('admin') @Roles('admin') admin(): string {
    return 'inside';
  }
  @Get('either') @Roles('editor', 'admin') either(): string {
    return 'inside';
  }
  @Get('editor') @Roles('editor') editor(): string {
    return 'inside';
  }
  @Get('both') @Roles('admin') @Roles('editor') both(): string {
    return 'inside';
  }
  @Roles('editor') @Public() @Get('above') above(): string {
    return 'inside';
  }
  @Public() @Roles('editor') @Get('below') below(): string {
    return 'inside';
  }
  @OptionalSession() @Roles('editor') @Get('optional') optional(): string {
    return 'inside';
  }
  @UseGuards(SessionGuard) @Roles('editor') @Get('guarded') guarded(): string {
    return 'inside';
  }
  @Get('rule') @Authorize(rule) rule(): string {
    return 'inside';
  }
  @Get('roles-and-rule') @Roles('admin') @Authorize(rule) rolesAndRule(): string {
    return 'inside';
  }
  @Get('two-rules') @Authorize(rule) @Authorize(() => false) twoRules(): string {
    return 'inside';
  }
  @Get('open') @Authorize(() => true) open(): string {
    return 'inside';
  }
  @Get('free') free(): string {
    return 'inside';
  }
}

@Controller('of-class')
@Roles('editor')
class OfClassController {
  @Get('plain') plain(): string {
    return 'inside';
  }
  @Get('own') @Roles('admin') own(): string {
    return 'inside';
  }
  @Get('public') @Public() public(): string {
    return 'inside';
  }
  @Get('guarded') @UseGuards(SessionGuard) guarded(): string {
    return 'inside';
  }
  @Get('rule') @Authorize(() => true) rule(): string {
    return 'inside';
  }
  @Get('inherited') inherited(): string {
    return 'inside';
  }
}

@Controller('derived')
class DerivedController extends OfClassController {
  @Get('inherited') override inherited(): string {
    return 'inside';
  }
}

@Controller('derived-guarded')
@UseGuards(SessionGuard)
class GuardedController extends OfClassController {}

@Controller('derived-admin')
@Roles('admin')
class AdminController extends OfClassController {}

@Controller('derived-public')
@Public()
class PublicController extends OfClassController {}

@Controller('public')
@Public()
class OpenController {
  @Get('editor') @Roles('editor') editor(): string {
    return 'inside';
  }
  @Get('open') open(): string {
    return 'inside';
  }
}

@Controller('both')
@Public()
@Roles('editor')
class BothController {
  @Get('plain') plain(): string {
    return 'inside';
  }
}

const CONTROLLERS: Type[] = [
  BareController,
  OfClassController,
  DerivedController,
  GuardedController,
  AdminController,
  PublicController,
  OpenController,
  BothController,
];

const GLOBAL = { provide: APP_GUARD, useClass: SessionGuard };

describe.each(platforms())('@Roles and @Authorize on %s', (platform) => {
  describe.each([
    ['without another guard', []],
    ['with a global guard', [GLOBAL]],
  ])('%s', (_, providers) => {
    let app: TestApp;
    let jane: ReturnType<TestApp['client']>;

    beforeAll(async () => {
      app = await TestApp.start({
        platform,
        config: { roles, timeout: 0.2 },
        module: { controllers: CONTROLLERS, providers },
      });
      jane = app.client();
      await jane.signIn('credentials', JANE);
    });
    afterAll(() => app.close());
    beforeEach(() => {
      Object.assign(answers, { roles: () => ['admin'], rule: () => true, asked: 0 });
    });

    const statusFor = async (path: string) => (await jane.get(path)).status;

    it.each([
      ['/bare/admin', 200],
      ['/bare/either', 200],
      ['/bare/editor', 403],
      ['/bare/both', 403],
      ['/bare/above', 403],
      ['/bare/below', 403],
      ['/bare/optional', 403],
      ['/bare/guarded', 403],
      ['/bare/rule', 200],
      ['/bare/roles-and-rule', 200],
      ['/bare/two-rules', 403],
      ['/of-class/plain', 403],
      ['/of-class/own', 200],
      ['/of-class/guarded', 403],
      ['/of-class/rule', 403],
      ['/derived/plain', 403],
      ['/derived/inherited', 403],
      ['/derived/own', 200],
      ['/derived-guarded/plain', 403],
      ['/derived-admin/plain', 200],
      ['/public/editor', 403],
      ['/both/plain', 403],
    ])('an admin gets %s with %i, and a stranger 401 (K71)', async (path, status) => {
      expect((await app.client().get(path)).status).toBe(401);
      expect(await statusFor(path)).toBe(status);
    });

    it.each(['/of-class/public', '/derived/public', '/derived-public/plain', '/public/open'])(
      'everybody gets %s, whose own decorator is @Public (K71)',
      async (path) => {
        expect((await app.client().get(path)).text).toBe('inside');
      },
    );

    it.each([
      '/bare/editor/',
      '//bare/editor',
      '/Bare/EDITOR',
      '/bare/editor;a',
      '/bare%2feditor',
      '/bare/%65ditor',
    ])('no spelling opens a handler with a rule: %s (K87)', async (path) => {
      for (const method of ['GET', 'HEAD', 'POST', 'PUT']) {
        const response = await jane.request(method, `${app.url}${path}`);
        expect([403, 404]).toContain(response.status);
      }
    });

    it('asks each rule once per request, however many guards the route has (K71)', async () => {
      await jane.get('/bare/rule');

      expect(answers.asked).toBe(1);
    });

    it('responds with a code for each kind of refusal', async () => {
      const codeOf = async (browser: typeof jane, path: string) =>
        (await browser.get(path)).json<{ errorCode?: string }>().errorCode;

      expect(await codeOf(app.client(), '/bare/admin')).toBe('SESSION_REQUIRED');
      expect(await codeOf(jane, '/bare/editor')).toBe('INSUFFICIENT_ROLE');
      answers.rule = () => new Promise(() => undefined);
      expect(await codeOf(jane, '/bare/rule')).toBe('STORE_UNAVAILABLE');
    });

    it('counts a role that was taken away at the next request (K71)', async () => {
      expect(await statusFor('/bare/admin')).toBe(200);
      answers.roles = () => [];

      expect(await statusFor('/bare/admin')).toBe(403);
    });

    it.each<[string, () => unknown]>([
      ['a string that contains the name', () => 'superadmin'],
      ['the name itself', () => 'admin'],
      ['nothing', () => undefined],
      ['null', () => null],
      ['a set', () => new Set(['admin'])],
      ['an object with the name as a key', () => ({ admin: true, length: 1 })],
      ['a list of other things', () => [['admin'], new String('admin'), 1, null, { admin: 1 }]],
      ['names of members of objects', () => ['__proto__', 'constructor', 'toString']],
      ['another spelling', () => ['Admin', ' admin', 'admin ']],
      ['a rejection', () => Promise.reject(new Error('down'))],
      [
        'an exception',
        () => {
          throw new Error('down');
        },
      ],
    ])('refuses if `roles` returns %s (K71)', async (__, answer) => {
      answers.roles = answer;

      expect(await statusFor('/bare/admin')).toBe(403);
      expect(await statusFor('/bare/free')).toBe(200);
    });

    it.each<[string, () => unknown]>([
      ['false', () => false],
      ['nothing', () => undefined],
      ['1', () => 1],
      ['an object', () => ({})],
      ['a promise of false', () => Promise.resolve(false)],
      ['a rejection', () => Promise.reject(new Error('down'))],
      [
        'an exception',
        () => {
          throw new TypeError('of undefined');
        },
      ],
    ])('refuses if the function of @Authorize returns %s (K71)', async (__, answer) => {
      answers.rule = answer;

      expect(await statusFor('/bare/rule')).toBe(403);
    });

    it('admits by a promise of true, and of roles (K71)', async () => {
      answers.rule = () => Promise.resolve(true);
      answers.roles = () => Promise.resolve(['admin']);

      expect(await statusFor('/bare/roles-and-rule')).toBe(200);
    });

    it('responds with the exception of Nest that a rule throws (K71)', async () => {
      answers.rule = () => {
        throw new NotFoundException();
      };

      expect(await statusFor('/bare/rule')).toBe(404);
    });

    it('refuses with 503 if a rule does not settle in time, and logs its name (K71)', async () => {
      answers.rule = () => new Promise(() => undefined);
      answers.roles = () => new Promise(() => undefined);

      const response = await jane.get('/bare/rule');

      expect(response.status).toBe(503);
      expect(response.headers['retry-after']).toBeTruthy();
      expect(await statusFor('/bare/admin')).toBe(503);
      expect(JSON.stringify(app.logs)).toMatch(/@Authorize did not respond/);
    });
  });

  it('goes by `roles` of the user, else by `role`, without the option (K71)', async () => {
    const shown: Record<string, unknown> = {};
    const app = await TestApp.start({
      platform,
      config: {
        callbacks: {
          session: ({ session }) => ({ ...session, user: { ...session.user, ...shown } }),
        },
      },
      module: { controllers: [BareController] },
    });
    const jane = app.client();
    await jane.signIn('credentials', JANE);

    for (const [columns, status] of [
      [{}, 403],
      [{ role: 'admin' }, 200],
      [{ role: 'editor' }, 403],
      [{ role: 'admin', roles: [] }, 403],
      [{ role: null, roles: null }, 403],
      [{ role: undefined, roles: ['editor', 'admin'] }, 200],
      [{ roles: 'admin' }, 403],
      [{ role: ['admin'], roles: undefined }, 403],
      [{ role: 'admin', roles: null }, 200],
    ] as const) {
      Object.assign(shown, columns);
      expect([columns, (await jane.get('/bare/admin')).status]).toEqual([columns, status]);
    }
    await app.close();
  });

  it('logs once that a session shows no role at all, unless the option is set (U5)', async () => {
    const refusedBy = async (config: Partial<AuthConfig>) => {
      const app = await TestApp.start({
        platform,
        config,
        module: { controllers: [BareController, OfClassController] },
      });
      const jane = app.client();
      await jane.signIn('credentials', JANE);
      const paths = ['/bare/admin', '/bare/admin', '/of-class/plain'];
      for (const path of paths) expect((await jane.get(path)).status).toBe(403);
      await app.close();
      return app.logs.warnings;
    };
    const withRole: NonNullable<AuthConfig['callbacks']> = {
      session: ({ session }) => ({ ...session, user: { ...session.user, role: null } }),
    };

    expect(await refusedBy({})).toEqual(['user-without-roles']);
    expect(await refusedBy({ callbacks: withRole })).toEqual([]);
    expect(await refusedBy({ roles: () => [] })).toEqual([]);
  });
});

describe.each(platforms())('a session whose user a callback took away, on %s', (platform) => {
  it.each([null, undefined, false, '', 0])('is nobody for a rule: %j (CT3)', async (user) => {
    const app = await TestApp.start({
      platform,
      config: {
        roles: () => ['admin'],
        callbacks: { session: ({ session }) => ({ ...session, user: user as never }) },
      },
      module: { controllers: [BareController] },
    });
    const jane = app.client();
    await jane.signIn('credentials', JANE);

    for (const path of ['/bare/admin', '/bare/open']) {
      expect([path, (await jane.get(path)).status]).toEqual([path, 401]);
    }
    await app.close();
  });
});

describe('a wrong use of a rule', () => {
  it.each<[string, () => unknown]>([
    ['@Roles without a name', () => (Roles as () => unknown)()],
    ['@Roles with an empty name', () => Roles('')],
    ['@Roles with a list', () => Roles(['admin'] as unknown as string)],
    ['@Roles with undefined', () => Roles('admin', undefined as unknown as string)],
    ['@Authorize without a function', () => Authorize(true as never)],
    ['@Roles on a property', () => Roles('admin')({}, 'property', undefined as never)],
    ['@Authorize on a getter', () => Authorize(() => true)({}, 'x', { get: () => 1 })],
  ])('stops the start: %s (K71)', (_, use) => {
    expect(use).toThrow(TypeError);
  });
});
