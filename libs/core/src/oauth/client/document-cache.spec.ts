import { until } from '../../../../../test/support/until.js';
import { AuthError } from '../../errors/auth.error.js';
import { DocumentCache } from './document-cache.js';

const PLACE = 'https://idp.example/metadata';

/** Creates a `fetch` whose responses the test releases. */
function slowFetch() {
  const waiting: ((response: Response) => void)[] = [];
  const fetchOf: typeof fetch = () => new Promise((resolve) => waiting.push(resolve));
  return { waiting, fetchOf };
}

describe('DocumentCache', () => {
  const cache = () => new DocumentCache('application/json', 60_000);

  it('checks each fetched document once, and does not keep a refused one', async () => {
    const checked: string[] = [];
    const documents = new DocumentCache('application/json', 60_000, ({ issuer }, url) => {
      checked.push(`${String(issuer)} at ${url}`);
      if (issuer !== 'right') throw new AuthError('of no use');
    });
    const responses = ['wrong', 'right'];
    const fetchOf = () => Promise.resolve(Response.json({ issuer: responses.shift() }));
    const outbound = { fetch: fetchOf, timeoutMs: 1000 };

    await expect(documents.get(outbound, PLACE)).rejects.toThrow('of no use');
    for (const _ of [1, 2, 3]) {
      expect((await documents.get(outbound, PLACE)).document).toEqual({ issuer: 'right' });
    }

    expect(checked).toEqual([`wrong at ${PLACE}`, `right at ${PLACE}`]);
  });

  it('fetches once for concurrent callers', async () => {
    const { waiting, fetchOf } = slowFetch();
    const documents = cache();
    const outbound = { fetch: fetchOf, timeoutMs: 1000 };

    const both = Promise.all([documents.get(outbound, PLACE), documents.get(outbound, PLACE)]);
    waiting[0]?.(Response.json({ issuer: 'a' }));

    const [first, second] = await both;
    expect(first).toBe(second);
    expect(waiting).toHaveLength(1);
  });

  it('retries once for all callers that joined a failed fetch (H06)', async () => {
    const { waiting, fetchOf } = slowFetch();
    const documents = cache();
    const outbound = { fetch: fetchOf, timeoutMs: 1000 };

    const began = documents.get(outbound, PLACE);
    const joined = [documents.get(outbound, PLACE), documents.get(outbound, PLACE)];
    waiting[0]?.(Response.json({}, { status: 500 }));
    await expect(began).rejects.toThrow('500');
    await until('it is fetched again', () => waiting.length === 2);
    waiting[1]?.(Response.json({ issuer: 'a' }));

    for (const { document } of await Promise.all(joined)) expect(document).toEqual({ issuer: 'a' });
    expect(waiting).toHaveLength(2);
  });

  it('fetches at most twice for concurrent callers (H06)', async () => {
    let calls = 0;
    const documents = cache();
    const fetchOf = () => {
      calls += 1;
      return Promise.resolve(Response.json({}, { status: 500 }));
    };
    const outbound = { fetch: fetchOf, timeoutMs: 1000 };

    const all = await Promise.allSettled([1, 2, 3].map(() => documents.get(outbound, PLACE)));

    expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(calls).toBe(2);
  });

  it('does not let a caller with a short timeout wait for one with a long timeout', async () => {
    const { waiting, fetchOf } = slowFetch();
    const documents = cache();

    const patient = documents.get({ fetch: fetchOf, timeoutMs: 5000 }, PLACE);
    await expect(documents.get({ fetch: fetchOf, timeoutMs: 20 }, PLACE)).rejects.toThrow('0.02 s');

    waiting[0]?.(Response.json({ issuer: 'a' }));
    expect((await patient).document).toEqual({ issuer: 'a' });
  });

  it('keeps the documents of each `fetch` separate', async () => {
    const documents = cache();
    const serving = (issuer: string) => ({
      fetch: () => Promise.resolve(Response.json({ issuer })),
      timeoutMs: 1000,
    });

    expect((await documents.get(serving('a'), PLACE)).document).toEqual({ issuer: 'a' });
    expect((await documents.get(serving('b'), PLACE)).document).toEqual({ issuer: 'b' });
  });

  it('closes the connection of a response with another status, which it does not read', async () => {
    let isClosed = false;
    const body = new ReadableStream({ cancel: () => void (isClosed = true) });
    const fetchOf = () => Promise.resolve(new Response(body, { status: 500 }));

    await expect(cache().get({ fetch: fetchOf, timeoutMs: 1000 }, PLACE)).rejects.toThrow('500');

    await until('the connection is closed', () => isClosed);
  });

  it.each([
    ['status 500', () => Response.json({}, { status: 500 })],
    ['a redirect', () => new Response(null, { status: 302, headers: { location: '/' } })],
    ['an HTML page', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
    ['a JSON array', () => Response.json([])],
    ['an empty body', () => new Response('')],
    ['more than 1 MB', () => Response.json({ issuer: 'x'.repeat(1024 * 1024) })],
  ])('does not cache a failure: %s (B22, H06)', async (_, wrong) => {
    const responses = [wrong(), Response.json({ issuer: 'a' })];
    const documents = cache();
    const outbound = {
      fetch: () => Promise.resolve(responses.shift() ?? Response.error()),
      timeoutMs: 1000,
    };

    await expect(documents.get(outbound, PLACE)).rejects.toBeInstanceOf(AuthError);
    expect((await documents.get(outbound, PLACE)).document).toEqual({ issuer: 'a' });
  });
});
