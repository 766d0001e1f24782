import fc from 'fast-check';
import { EdgeProxy, HAPROXY, NGINX } from '../support/edge-proxy.js';
import { timesOf } from '../support/effort.js';
import { ExposedApp, type Prefix } from '../support/exposed-app.js';
import { faultsOf } from '../support/exposure.js';
import { NodeProxy } from '../support/node-proxy.js';
import { targetTo } from '../support/request-targets.js';
import { describeWith } from '../support/services.js';
import { JANE, platforms } from '../support/test-app.js';
import { sendOnWire } from '../support/wire.js';

/** Every route that builds a URL: method, path, and response status for an honest request. */
const WAYS = [
  ['POST', '/auth/signin/email', 302],
  ['POST', '/auth/signin/gh', 302],
  ['POST', '/auth/callback/credentials', 302],
  ['GET', '/auth/providers', 200],
  ['GET', '/auth/signin', 200],
  ['GET', '/auth/signin/gh', 302],
  ['GET', '/auth/error', 200],
  ['GET', '/auth/verify-request', 200],
  ['GET', '/auth/webauthn-options/passkey', 200],
  ['GET', '/page', 303],
  ['POST', '/app/sign-in/email', 201],
  ['POST', '/app/sign-in/gh', 201],
] as const;

/** Targets that Authnest refuses with 400, however the bytes arrive. */
const REFUSED = ['/auth/../providers', '/auth/%2e%2E/signin', '/auth/x\\providers', '/auth/./csrf'];

const RUNS = { numRuns: timesOf('TARGET_RUNS', { part: 10, whole: 40 }) };

const CASES = platforms().flatMap((platform) =>
  (['', ':tenant'] as const).map((prefix): [typeof platform, Prefix] => [platform, prefix]),
);

describe.each(CASES)('bytes as request targets on %s with the prefix "%s"', (platform, prefix) => {
  const tenant = prefix === '' ? '' : '/acme';
  // Further slashes are tolerated. @see docs/design/wire-contract.md REQ-8
  const mounted = new RegExp(`^${prefix === '' ? '' : '/[^/:]+'}/auth/+[a-z-]+(?:/+[a-z]+)?/*$`);
  let exposed: ExposedApp;
  let form: Awaited<ReturnType<ExposedApp['form']>>;

  beforeAll(async () => {
    exposed = await ExposedApp.start({ platform, prefix });
    form = await exposed.form(`${tenant}/auth`);
  });
  beforeEach(() => exposed.reset());
  afterAll(() => exposed.close());

  const send = async (url: string, method: string, target: string, host = 'app.com') => {
    const response = await sendOnWire(url, {
      method,
      target,
      headers: {
        host,
        cookie: form.cookie,
        accept: 'text/html',
        'content-type': 'application/json',
      },
      body:
        method === 'GET'
          ? ''
          : JSON.stringify({ csrfToken: form.csrfToken, ...JANE, email: 'victim@corp.example' }),
    });
    const faults = await faultsOf(exposed, { response, target, mounted });
    exposed.reset();
    return { ...response, faults };
  };

  const aRequest = fc
    .tuple(fc.constantFrom(...WAYS), fc.constantFrom('app.com', 'app.com', 'evil.test'))
    .chain(([[method, path], host]) =>
      targetTo(tenant + path).map((target) => ({ method, target, host })),
    );

  const expectNoFaults = async (url: string): Promise<void> => {
    for (const [method, path, status] of WAYS) {
      const response = await send(url, method, tenant + path);
      expect([path, response.status, response.faults]).toEqual([path, status, []]);
    }
    for (const target of REFUSED) {
      const response = await send(url, 'GET', tenant + target);
      expect([target, response.status, response.faults]).toEqual([target, 400, []]);
    }
    await fc.assert(
      fc.asyncProperty(aRequest, async ({ method, target, host }) => {
        expect((await send(url, method, target, host)).faults).toEqual([]);
      }),
      RUNS,
    );
  };

  const expectNoFaultsBehind = async (proxy: NodeProxy | EdgeProxy): Promise<void> => {
    try {
      await expectNoFaults(proxy.url);
    } finally {
      await proxy.close();
    }
  };

  it('stay on the public origin and a mounted path, or have no effect (S1, N11)', () =>
    expectNoFaults(exposed.app.url));

  it('redirect nowhere else behind a proxy in Node (S1, N11)', async () => {
    await expectNoFaultsBehind(await NodeProxy.before(exposed.app.url));
  });

  describe.each([
    ['nginx', NGINX],
    ['HAProxy', HAPROXY],
  ] as const)('behind %s', (_, kind) => {
    describeWith(kind.service, 'from Debian', () => {
      it('redirect nowhere else (S1, N11)', async () => {
        await expectNoFaultsBehind(await EdgeProxy.before(exposed.app.url, kind));
      });
    });
  });
});
