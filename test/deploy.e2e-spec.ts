import { MemoryAdapter } from '@authnest/testing';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { parse, parseAllDocuments } from 'yaml';
import { DEPLOYED_NGINX } from './support/deployed-nginx.js';
import { EdgeProxy } from './support/edge-proxy.js';
import { readFromRoot } from './support/guides.js';
import { LoopbackServer } from './support/loopback-server.js';
import { describeWith } from './support/services.js';
import { MeController } from './support/signed-out.js';
import { CheckedClient, JANE, platforms, TestApp } from './support/test-app.js';

describeWith(DEPLOYED_NGINX.service, 'nginx with deploy/nginx.conf', () => {
  it.each(platforms())('shares a sign-in between three instances on %s', async (platform) => {
    const adapter = new MemoryAdapter();
    const apps = await Promise.all(
      [1, 2, 3].map(() =>
        TestApp.start({
          platform,
          config: { adapter, session: { strategy: 'jwt' } },
          module: { controllers: [MeController] },
        }),
      ),
    );
    const proxy = await EdgeProxy.before(
      apps.map(({ url }) => url),
      DEPLOYED_NGINX,
    );
    const browser = new CheckedClient(proxy);

    await browser.signIn('credentials', JANE);

    for (let request = 0; request < 6; request += 1) {
      expect(await browser.get('/me')).toMatchObject({ status: 200 });
    }
    await proxy.close();
    await Promise.all(apps.map((app) => app.close()));
  });

  it.each([
    ['passes a GET', 'GET', 200, ['GET']],
    ['never passes a POST', 'POST', 502, []],
  ])(
    '%s on to the next instance if the first one fails during the request',
    async (_, method, status, seen) => {
      const dead = await Instance.start((response) => response.destroy());
      const live = await Instance.start((response) => response.end());
      const proxy = await EdgeProxy.before([dead.url, live.url], DEPLOYED_NGINX);

      const response = await fetch(`${proxy.url}/auth/session`, { method });

      expect(response.status).toBe(status);
      expect(dead.requests).toHaveLength(1);
      expect(live.requests.map((request) => request.method)).toEqual(seen);
      await Promise.all([proxy, dead, live].map((part) => part.close()));
    },
  );

  it('sends a request to the fourth instance if three are unavailable', async () => {
    const dead = await Promise.all([1, 2, 3].map(() => Instance.start(() => {})));
    const live = await Instance.start((response) => response.end());
    const proxy = await EdgeProxy.before(
      [...dead, live].map(({ url }) => url),
      DEPLOYED_NGINX,
    );
    await Promise.all(dead.map((instance) => instance.close()));

    const responses = await Promise.all(
      ['GET', 'POST', 'GET', 'POST'].map((method) =>
        fetch(`${proxy.url}/auth/session`, { method }),
      ),
    );

    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await Promise.all([proxy, live].map((part) => part.close()));
  });

  it('still uses every instance after one request that fails on all of them', async () => {
    const instances = await Promise.all(
      [1, 2, 3].map(() =>
        Instance.start((response, { url }) =>
          url === '/fails' ? response.destroy() : response.end(),
        ),
      ),
    );
    const proxy = await EdgeProxy.before(
      instances.map(({ url }) => url),
      DEPLOYED_NGINX,
    );
    const get = async (path: string) => (await fetch(`${proxy.url}${path}`)).status;

    expect(await get('/fails')).toBe(502);

    expect(await get('/works')).toBe(200);
    await Promise.all([proxy, ...instances].map((part) => part.close()));
  });

  it('closes idle connections before the instance does, so no POST is sent on a closed one', () => {
    const [, seconds] = /keepalive_timeout (\d+)s;/.exec(readFromRoot('deploy/nginx.conf')) ?? [];

    expect(Number(seconds) * 1000).toBeLessThan(createServer().keepAliveTimeout);
  });

  it('passes on responses with 503 while the store is down, and others right after', async () => {
    let isDown = true;
    const instances = await Promise.all(
      [1, 2, 3].map(() =>
        Instance.start((response) =>
          response.writeHead(isDown ? 503 : 200, isDown ? { 'retry-after': '10' } : {}).end(),
        ),
      ),
    );
    const proxy = await EdgeProxy.before(
      instances.map(({ url }) => url),
      DEPLOYED_NGINX,
    );
    const ask = async () => {
      const { status, headers } = await fetch(`${proxy.url}/auth/session`);
      return [status, headers.get('retry-after')];
    };

    for (let request = 0; request < 7; request += 1) expect(await ask()).toEqual([503, '10']);
    isDown = false;
    for (let request = 0; request < 7; request += 1) expect(await ask()).toEqual([200, null]);
    await Promise.all([proxy, ...instances].map((part) => part.close()));
  });

  it('passes on the real client address and host, not the headers from the browser', async () => {
    const instance = await Instance.start((response) => response.end());
    const proxy = await EdgeProxy.before(instance.url, DEPLOYED_NGINX);

    await fetch(`${proxy.url}/me`, {
      headers: { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' },
    });

    expect(instance.requests[0]?.headers).toMatchObject({
      host: new URL(proxy.url).host,
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
    });
    await proxy.close();
    await instance.close();
  });
});

describe('deploy/compose.yaml', () => {
  const { services } = parse(readFromRoot('deploy/compose.yaml'), { merge: true }) as {
    services: Record<string, Record<string, unknown>>;
  };

  it('has a line in .env.example for each variable that it needs', () => {
    const needed = readFromRoot('deploy/compose.yaml').matchAll(/\$\{(\w+):\?/g);
    const listed = [...readFromRoot('deploy/.env.example').matchAll(/^(\w+)=/gm)];

    expect(new Set([...needed].map(([, name]) => name))).toEqual(
      new Set(listed.map(([, name]) => name)),
    );
  });

  it('runs three instances, after a single run of the migrations', () => {
    expect(services['app']).toMatchObject({
      deploy: { replicas: 3 },
      depends_on: { migrate: { condition: 'service_completed_successfully' } },
    });
    expect(services['migrate']).toMatchObject({
      deploy: { replicas: 1 },
      command: expect.arrayContaining(['migration:run']) as unknown,
    });
  });

  it('checks whether an instance is ready', () => {
    expect(JSON.stringify(services['app']?.['healthcheck'])).toContain('/health/ready');
  });
});

describe('deploy/nginx.conf', () => {
  // Not tested with a running nginx: Debian's is too old, and is given fixed addresses above.
  it('resolves the addresses of instances again, with a version of nginx that supports it', () => {
    const { services } = parse(readFromRoot('deploy/compose.yaml'), { merge: true }) as {
      services: { nginx: { image: string } };
    };
    const [, major, minor] = /^nginx:(\d+)\.(\d+)$/.exec(services.nginx.image) ?? [];

    expect(readFromRoot('deploy/nginx.conf')).toMatch(
      /resolver .*;.*upstream app \{\s+zone .*server app:3000 resolve /s,
    );
    expect(Number(major) * 100 + Number(minor)).toBeGreaterThanOrEqual(128);
  });
});

describe('deploy/kubernetes.yaml', () => {
  const documents = parseAllDocuments(readFromRoot('deploy/kubernetes.yaml')).map(
    (document) => document.toJS() as Record<string, unknown>,
  );
  const [deployment] = documents.filter(({ kind }) => kind === 'Deployment');

  it('probes the paths from the guide, so that no instance restarts if the store is down', () => {
    const at = (path: string): object => ({ httpGet: { path, port: 'http' } });
    expect(deployment).toMatchObject({
      spec: {
        template: {
          spec: {
            containers: [
              {
                startupProbe: at('/health/live'),
                livenessProbe: at('/health/live'),
                readinessProbe: at('/health/ready'),
              },
            ],
          },
        },
      },
    });
  });

  it('keeps instances running during updates and while nodes are removed', () => {
    expect(deployment).toMatchObject({
      spec: { replicas: 3, strategy: { rollingUpdate: { maxUnavailable: 0 } } },
    });
    expect(documents.find(({ kind }) => kind === 'PodDisruptionBudget')).toMatchObject({
      spec: { minAvailable: 2 },
    });
  });

  it('uses the same label for the deployment, the budget and the service', () => {
    const labels = JSON.stringify(documents).match(/"app":"\w+"/g);

    expect(labels).toHaveLength(5);
    expect(new Set(labels)).toEqual(new Set(['"app":"shop"']));
  });
});

/** A server that records its requests. */
class Instance extends LoopbackServer {
  readonly requests: IncomingMessage[] = [];

  static async start(
    respond: (response: ServerResponse, request: IncomingMessage) => void,
  ): Promise<Instance> {
    const server = createServer((request, response) => {
      instance.requests.push(request);
      respond(response, request);
    });
    const instance = new Instance(server);
    return instance.listen();
  }
}
