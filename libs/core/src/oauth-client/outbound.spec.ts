import { FakeOAuthServer } from '@authnest/testing';
import { boundedFetch } from './outbound.js';

describe('boundedFetch', () => {
  let server: FakeOAuthServer;

  beforeAll(async () => {
    server = await FakeOAuthServer.start();
    server.answer('userinfo', () => 'silence');
  });
  afterAll(() => server.close());

  const url = (): string => `${server.issuer}/userinfo`;

  it('H06 breaks a call off when the time of all together is over', async () => {
    const over = new AbortController();
    const calls = [undefined, new AbortController().signal].map((signal) =>
      boundedFetch(fetch, over.signal)(url(), { signal }),
    );

    over.abort(new Error('the time is over'));

    for (const call of calls) await expect(call).rejects.toThrow('the time is over');
  });

  it('H06 breaks a call off when its caller does', async () => {
    const own = new AbortController();
    const bounded = boundedFetch(fetch, new AbortController().signal);
    const calls = [
      bounded(url(), { signal: own.signal }),
      bounded(new Request(url(), { signal: own.signal })),
    ];

    own.abort(new Error('no longer needed'));

    for (const call of calls) await expect(call).rejects.toThrow('no longer needed');
  });
});
