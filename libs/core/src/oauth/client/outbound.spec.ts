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

  it('aborts a call when the time limit for all calls is reached (H06)', async () => {
    const over = new AbortController();
    const calls = [undefined, new AbortController().signal].map((signal) =>
      boundedFetch(fetch, over.signal)(url(), { signal }),
    );

    over.abort(new Error('the time is over'));

    for (const call of calls) await expect(call).rejects.toThrow('the time is over');
  });

  it('aborts a call when its caller aborts it (H06)', async () => {
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
