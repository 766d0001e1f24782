import { Test } from '@nestjs/testing';
import { aRequest } from '../../../../test/support/a-context.js';
import { AuthModule } from '../auth.module.js';
import type { ActionContext } from '../request/context/action-context.js';
import type { AuthRequest } from '../request/context/auth-request.js';
import { LogCollector } from '../../../../test/support/log-collector.js';
import { VECTOR_SECRET } from '../../../../test/support/wire-vectors.js';
import { Credentials } from '../provider/credentials-provider.js';
import type { AuthRoute } from '../feature-port/auth-route.js';
import { AuthHandler } from './auth.handler.js';
import { RouteTable } from './route-table.js';

/** An action that records its contexts. */
class Recorder {
  readonly contexts: ActionContext[] = [];

  run(ctx: ActionContext): Promise<object> {
    this.contexts.push(ctx);
    ctx.cookies.set(ctx.cookieDefinitions.callbackUrl, 'x');
    return Promise.resolve({ status: 204 });
  }
}

const described = { run: Recorder, summary: 'A notice', responses: {} };
const isOn: AuthRoute['isOn'] = (_, providerId) => providerId !== 'off';

const acme = Credentials({ id: 'acme', credentials: {}, authorize: () => null });

const ROWS: readonly AuthRoute[] = [
  {
    ...described,
    name: 'notice',
    path: 'notices/:provider',
    method: 'POST',
    caller: 'server',
    csrf: 'none',
    cookies: 'none',
    isOn,
  },
  {
    ...described,
    name: 'end',
    path: 'notices/end',
    method: 'POST',
    csrf: 'required',
    cookies: 'attach',
  },
  {
    ...described,
    name: 'list',
    path: 'listing',
    method: 'GET',
    head: 'empty',
    cookies: 'attach',
  },
];

describe('an endpoint that Auth.js does not have', () => {
  let handler: AuthHandler;
  let recorder: Recorder;
  let redirected = 0;

  beforeEach(async () => {
    recorder = new Recorder();
    redirected = 0;
    const routes = new RouteTable(
      ROWS,
      ROWS.map(() => recorder),
    );
    const redirect = (): string => `/elsewhere/${++redirected}`;
    const config = {
      secret: VECTOR_SECRET,
      trustHost: true,
      providers: [acme],
      callbacks: { redirect },
    };
    const module = await Test.createTestingModule({
      imports: [AuthModule.forRoot({ ...config, logger: new LogCollector() })],
    })
      .overrideProvider(RouteTable)
      .useValue(routes)
      .compile();
    handler = module.get(AuthHandler);
  });

  const ask = (method: string, name: string, request: Partial<AuthRequest> = {}) =>
    handler.handle(aRequest({ method, path: `/auth/${name}`, ...request }));

  it('can have a provider in its path, or a name with two segments', async () => {
    expect(await ask('POST', 'notices/acme')).toMatchObject({ status: 204 });
    expect(await ask('POST', 'notices/end/')).toMatchObject({ status: 302 });
    expect(await ask('POST', 'notices/end/acme')).toMatchObject({ status: 400 });
  });

  it('responds with 404 to every method if it is switched off', async () => {
    expect(await ask('POST', 'notices/off')).toMatchObject({ status: 404, cookies: [] });
    expect(await ask('GET', 'notices/off')).toMatchObject({ status: 404, cookies: [] });
    expect(recorder.contexts).toEqual([]);
  });

  it('responds with 405 and `Allow` to a method that it does not support', async () => {
    const refused = await ask('GET', 'notices/end');

    expect(refused).toMatchObject({ status: 405, headers: { allow: 'POST' } });
  });

  it('does not run its action if the required CSRF token is missing', async () => {
    await ask('POST', 'notices/end', { headers: { origin: 'http://app.example' } });

    expect(recorder.contexts).toEqual([]);
  });

  it('responds to HEAD without running its action, if that would change something', async () => {
    expect(await ask('HEAD', 'listing')).toMatchObject({ status: 200, body: '', cookies: [] });
    expect(recorder.contexts).toEqual([]);
  });

  it("sets no cookies and calls no callback for a request from a provider's server", async () => {
    const request = { query: { callbackUrl: '/a' }, headers: { cookie: 'authjs.csrf-token=x' } };
    const response = await ask('POST', 'notices/acme', request);

    expect(response.cookies).toEqual([]);
    expect(redirected).toBe(0);
    expect(recorder.contexts).toMatchObject([
      { action: 'notices', callbackUrl: 'http://app.example', csrfToken: undefined },
    ]);
  });
});
