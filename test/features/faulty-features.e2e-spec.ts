import { type AuthConfig, AuthModule, type AuthFeature } from '@authnest/core';
import { GET, type Slots, type VerifiedIdentity } from '@authnest/core/feature';
import { MemoryAdapter } from '@authnest/testing';
import { Injectable } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { LogCollector } from '../support/log-collector.js';
import { credentials, JANE, platforms, SECRET, TestApp } from '../support/test-app.js';

const base: AuthConfig = {
  secret: SECRET,
  trustHost: true,
  logger: new LogCollector(),
  providers: [credentials()],
};

async function messageOf(features: unknown, config: object = {}): Promise<string> {
  const extras = { features: features as readonly AuthFeature[] };
  const auth = AuthModule.forRoot({ ...base, ...config }, extras);
  try {
    const app = await Test.createTestingModule({ imports: [auth] }).compile();
    await app.init();
    await app.close();
    return 'started';
  } catch (thrown) {
    return String(thrown);
  }
}

class Absent {
  async run() {
    return undefined;
  }
}

const route = {
  ...GET,
  run: class {
    run = () => Promise.resolve({});
  },
  summary: '',
  responses: {},
};

describe('the start of an application', () => {
  it.each<[string, unknown, string]>([
    ['no list', { name: 'one' }, 'features: expected a list of features, such as `[password()]`'],
    [
      'a function that was not called',
      [() => ({ name: 'one' })],
      'features: expected objects with a `name`; call the function that a package exports',
    ],
    [
      'two features of one name',
      [{ name: 'one' }, { name: 'one' }],
      'features: `one` and `one` both have the name `one`; leave one out',
    ],
    [
      'a feature with the name of one of core',
      [{ name: 'session-list' }],
      'features: `session-list` and `session-list` both have the name `session-list`',
    ],
    [
      'an option of core',
      [{ name: 'one', options: { tests: { session: ['anything', () => true] } } }],
      'features: `authnest` and `one` both have the option `session`; leave one out',
    ],
    [
      'an option of another feature',
      ['one', 'two'].map((name) => ({ name, options: { tests: { terms: ['', () => true] } } })),
      'features: `one` and `two` both have the option `terms`; leave one out',
    ],
    [
      'a claim of another feature',
      ['one', 'two'].map((name) => ({ name, claims: ['seat'] })),
      'features: `one` and `two` both have the claim `seat`; leave one out',
    ],
    [
      'a claim of the library',
      [{ name: 'one', claims: ['sub'] }],
      'features: `authnest` and `one` both have the claim `sub`; leave one out',
    ],
    [
      'a column of the library',
      [{ name: 'one', columns: ['sessionToken'] }],
      'features: `authnest` and `one` both have the column `sessionToken`; leave one out',
    ],
    [
      'an endpoint of Auth.js',
      [{ name: 'one', routes: [{ ...route, name: 'other', path: 'session' }] }],
      'features: `authnest` and `one` both have the route `GET session`; leave one out',
    ],
    [
      'a name of an endpoint',
      [{ name: 'one', routes: [{ ...route, name: 'csrf', path: 'one' }] }],
      'features: `authnest` and `one` both have a route with the name `csrf`; leave one out',
    ],
    [
      'a slot whose service is not among the providers',
      [{ name: 'one', slots: { opening: Absent } }],
      'feature `one`: `opening` is `Absent`, which is not among `providers`',
    ],
    [
      'an operation that the adapter lacks',
      [{ name: 'one', needs: () => ({ operations: ['endAccess'] }) }],
      'feature `one`: needs an adapter with `endAccess`; leave the feature out, or use an adapter',
    ],
    [
      'a sign-in that waits, and an adapter that cannot keep it',
      [{ name: 'one', providers: [Absent], slots: { identified: Absent } }],
      'feature `one`: needs an adapter with `createChallenge`, `getChallenge`, `takeChallenge`, `deleteChallenges`, `users.accessEndedAt`; leave',
    ],
    [
      'an operation that it needs for two reasons, which is named once',
      [
        {
          name: 'one',
          providers: [Absent],
          slots: { identified: Absent },
          needs: () => ({ operations: ['getChallenge'] }),
        },
      ],
      'feature `one`: needs an adapter with `createChallenge`, `getChallenge`, `takeChallenge`, `deleteChallenges`, `users.accessEndedAt`; leave',
    ],
  ])('is refused for %s', async (_, features, message) => {
    expect(await messageOf(features)).toContain(message);
  });

  it('is refused for an option whose feature is not listed', async () => {
    const message = await messageOf([], { secondFactor: {} });

    expect(message).toContain('secondFactor: there is no such option; known options:');
    expect(message).toContain('; or list the feature that adds it in `features` of the AuthModule');
  });

  it('reports all problems of options that features add, and of others', async () => {
    const one: AuthFeature = {
      name: 'one',
      options: {
        tests: { one: ['an object', (value) => typeof value === 'object'] },
        members: { one: { days: ['a number', (value) => typeof value === 'number'] } },
      },
    };
    const message = await messageOf([one], { one: { days: 'x', dais: 1 }, debug: 7 });

    expect(message).toContain('one.days: expected a number, got a string');
    expect(message).toContain('one.dais: there is no such option; did you mean `one.days`?');
    expect(message).toContain('debug: expected true or false, got a number');
  });

  it('starts if what a feature needs is needed by no configuration in use', async () => {
    const off: AuthFeature = {
      name: 'one',
      isOn: () => false,
      needs: () => ({ operations: ['endAccess'] }),
      slots: {},
    };

    expect(await messageOf([off], { adapter: new MemoryAdapter() })).toBe('started');
  });
});

const IDENTITY: VerifiedIdentity = {
  user: { id: 'id-of-jane', name: 'jane' },
  account: { provider: 'credentials', providerAccountId: 'id-of-jane', type: 'credentials' },
};

/** Fails or hangs in every slot, as `how` says. */
function hostile(how: { slot?: keyof Slots; kind?: 'throws' | 'hangs' }): AuthFeature {
  const act = (slot: keyof Slots): undefined | Promise<never> => {
    if (how.slot !== slot) return undefined;
    if (how.kind === 'hangs') return new Promise<never>(() => undefined);
    throw new Error('the service is not there');
  };
  @Injectable()
  class Verifying {
    run = () => act('verifying') ?? IDENTITY;
  }
  @Injectable()
  class Identified {
    run = () => act('identified');
  }
  @Injectable()
  class Opening {
    run = () => act('opening');
  }
  @Injectable()
  class Opened {
    run = () => act('opened') as undefined;
  }
  @Injectable()
  class Alive {
    reads = () => true;
    run = () => act('alive') ?? true;
  }
  @Injectable()
  class Ending {
    begin = () => act('ending');
  }
  const slots = {
    verifying: Verifying,
    identified: Identified,
    opening: Opening,
    opened: Opened,
    alive: Alive,
    ending: Ending,
  };
  return { name: 'hostile', providers: Object.values(slots), slots };
}

describe.each(platforms())('a feature that fails, on %s', (platform) => {
  const how: { slot?: keyof Slots; kind?: 'throws' | 'hangs' } = {};
  let app: TestApp;

  beforeAll(async () => {
    const extras = { features: [hostile(how)] };
    const config: Partial<AuthConfig> = {
      timeout: 0.05,
      adapter: new MemoryAdapter(),
      session: { strategy: 'jwt' },
      providers: [{ ...credentials(), feature: 'hostile' }],
    };
    app = await TestApp.start({ platform, config, extras });
  });
  beforeEach(() => {
    delete how.slot;
    app.logs.errors.length = 0;
  });
  afterAll(() => app.close());

  const sessionOf = (browser: { get(path: string): Promise<{ status: number; text: string }> }) =>
    browser.get('/auth/session');

  describe.each(['throws', 'hangs'] as const)('and %s', (kind) => {
    it.each(['verifying', 'identified', 'opening'] as const)(
      'in %s, refuses the sign-in',
      async (slot) => {
        Object.assign(how, { slot, kind });
        const browser = app.client();
        const { location } = await browser.signIn('credentials', JANE);
        delete how.slot;

        expect(location).toContain('error=Configuration');
        expect((await sessionOf(browser)).text).toBe('null');
        expect(app.logs.errors[0]?.message).toContain(`feature \`hostile\`: ${slot}`);
      },
    );

    it('after a session was opened, is only logged', async () => {
      Object.assign(how, { slot: 'opened', kind });
      const browser = app.client();
      await browser.signIn('credentials', JANE);
      delete how.slot;

      expect((await sessionOf(browser)).text).toContain('jane');
      expect(app.logs.errors[0]?.message).toBe(
        'feature `hostile`: opened failed; what was done stays done',
      );
    });

    it('while a session is read, responds with 503 and keeps the session', async () => {
      const browser = app.client();
      await browser.signIn('credentials', JANE);
      Object.assign(how, { slot: 'alive', kind });
      const failed = await sessionOf(browser);
      delete how.slot;

      expect(failed.status).toBe(503);
      expect((await sessionOf(browser)).text).toContain('jane');
    });

    it('before a sign-out, ends nothing', async () => {
      const browser = app.client();
      await browser.signIn('credentials', JANE);
      const csrfToken = await browser.csrfToken();
      Object.assign(how, { slot: 'ending', kind });
      const failed = await browser.post('/auth/signout', { form: { csrfToken } });
      delete how.slot;

      expect(failed.location ?? '').not.toBe(`${app.url}/`);
      expect((await sessionOf(browser)).text).toContain('jane');
    });
  });
});
