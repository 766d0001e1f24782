import { Logger } from '@nestjs/common';
import { LogCollector } from '../../../../test/support/log-collector.js';
import { SOUND } from '../../../../test/support/problems-of.js';
import { VECTOR_SECRET } from '../../../../test/support/wire-vectors.js';
import { AuthError } from '../errors/auth.error.js';
import { InvalidConfiguration } from '../errors/configuration.errors.js';
import { OAuth, OIDC } from '../provider/oauth-provider.js';
import type { LazyAuthConfig } from './options/auth-config.js';
import { AuthConfigService } from './auth-config.service.js';
import type { Environment } from './env-defaults.js';

const start = (input: LazyAuthConfig, env: Environment = {}) =>
  new AuthConfigService(input, '/auth', env);

describe('a configuration that is a function of the request', () => {
  // Errors that occur before there is a configuration are logged by Nest's logger.
  beforeAll(() => Logger.overrideLogger(false));

  it('is called for each request, and the same object is checked only once', async () => {
    const requests: unknown[] = [];
    const config = { ...SOUND };
    const service = start((request) => {
      requests.push(request);
      return config;
    });

    const one = await service.forRequest('first');
    const two = await service.forRequest('second');

    expect(service.static).toBeUndefined();
    expect(requests).toEqual(['first', 'second']);
    expect(two).toBe(one);
  });

  it('may be async, and is completed from the environment', async () => {
    const service = start(async () => ({ providers: [], logger: new LogCollector() }), {
      AUTH_SECRET: VECTOR_SECRET,
    });

    expect((await service.forRequest({})).secrets).toEqual([VECTOR_SECRET]);
  });

  it('warns once, however many objects it returns', async () => {
    const logger = new LogCollector();
    const service = start(() => ({ ...SOUND, logger, debug: true }));

    await service.forRequest({});
    await service.forRequest({});

    expect(logger.warnings).toEqual(['debug-enabled']);
  });

  it('fails with the problems that the checks find, but not at the start (A11)', async () => {
    const service = start(() => ({ ...SOUND, providers: [OAuth({ id: 'gh', name: 'GH' })] }));

    await expect(service.forRequest({})).rejects.toThrow(InvalidConfiguration);
  });

  it('fails if the function throws, with that error as the cause (A11)', async () => {
    const err = new Error('no tenant');
    const service = start(() => {
      throw err;
    });

    const failure: unknown = await Promise.resolve(service.forRequest({})).catch(
      (thrown: unknown) => thrown,
    );

    expect(failure).toBeInstanceOf(InvalidConfiguration);
    expect(failure instanceof InvalidConfiguration && failure.problems[0]?.cause?.err).toBe(err);
  });

  it('passes on an AuthError unchanged', async () => {
    const own = new AuthError('not now');
    const service = start(() => Promise.reject(own));

    await expect(Promise.resolve(service.forRequest({}))).rejects.toBe(own);
  });

  it('warns once that tenants share sessions, but not if the tenants are named (U2)', async () => {
    const logger = new LogCollector();
    const of = (host: string, tenant?: string) => ({
      ...SOUND,
      logger,
      tenant,
      providers: [
        OIDC({
          id: 'idp',
          name: host,
          issuer: `https://${host}`,
          clientId: 'c',
          clientSecret: 's',
        }),
      ],
    });
    const named = start((host) => of(String(host), String(host)));
    const unnamed = start((host) => of(String(host)));

    for (const host of ['a.example', 'b.example', 'c.example']) await named.forRequest(host);
    expect(logger.warnings).toEqual([]);
    for (const host of ['a.example', 'b.example', 'c.example']) await unnamed.forRequest(host);
    expect(logger.warnings).toEqual(['tenantless-issuers']);
  });
});
