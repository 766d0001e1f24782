import { setClock, startClock, stopClock } from '../../../../../test/support/clock.js';
import { ProviderKeysService } from './provider-keys.service.js';

const URL_OF_KEYS = 'https://idp.example/jwks';

/** Creates a key set that a test can change, and counts how many times it is fetched. */
function keySet(...kids: string[]) {
  const state = { kids, status: 200, fetched: 0 };
  const fetchOf: typeof fetch = () => {
    state.fetched += 1;
    const body = { keys: state.kids.map((kid) => ({ kid, kty: 'RSA' })) };
    return Promise.resolve(Response.json(body, { status: state.status }));
  };
  return { state, outbound: { fetch: fetchOf, timeoutMs: 1000 } };
}

describe('ProviderKeysService', () => {
  beforeEach(() => stopClock());
  afterEach(() => startClock());

  it('fetches once for a flood of unknown keys, and again after a minute (B16)', async () => {
    const keys = new ProviderKeysService();
    const { state, outbound } = keySet('a');
    await keys.get(outbound, URL_OF_KEYS, { kid: 'a' });

    for (let token = 0; token < 100; token += 1) {
      setClock(1 + token / 2);
      await keys.get(outbound, URL_OF_KEYS, { kid: `x${token}` });
    }
    expect(state.fetched).toBe(2);

    setClock(62);
    await keys.get(outbound, URL_OF_KEYS, { kid: 'y' });
    expect(state.fetched).toBe(3);
  });

  it('finds a new key immediately (B17)', async () => {
    const keys = new ProviderKeysService();
    const { state, outbound } = keySet('a');
    await keys.get(outbound, URL_OF_KEYS, { kid: 'a' });
    state.kids = ['b'];
    setClock(1);

    expect(await keys.get(outbound, URL_OF_KEYS, { kid: 'b' })).toEqual({
      keys: [{ kid: 'b', kty: 'RSA' }],
    });
  });

  it('shares the fetch of a new key with tokens that arrive meanwhile (B17)', async () => {
    const keys = new ProviderKeysService();
    const { state, outbound } = keySet('a');
    await keys.get(outbound, URL_OF_KEYS, { kid: 'a' });
    state.kids = ['b'];
    setClock(1);

    const found = await Promise.all(
      [1, 2, 3].map(() => keys.getCertain(outbound, URL_OF_KEYS, { kid: 'b' })),
    );

    expect(found).toMatchObject(Array(3).fill({ keys: [{ kid: 'b' }] }));
    expect(state.fetched).toBe(2);
  });

  it('is certain only of the key that the last fetch was for (J31)', async () => {
    const keys = new ProviderKeysService();
    const { state, outbound } = keySet('a');
    const certain = (kid: string) => keys.getCertain(outbound, URL_OF_KEYS, { kid });
    await certain('a');
    setClock(1);
    await certain('x');
    state.kids = ['b'];
    setClock(11);

    await expect(certain('b')).rejects.toMatchObject({ retryAfterSeconds: 50 });
    expect(await certain('x')).toMatchObject({ keys: [{ kid: 'a' }] });
    expect(await certain('a')).toMatchObject({ keys: [{ kid: 'a' }] });
    expect(state.fetched).toBe(2);

    setClock(61);
    expect(await certain('b')).toMatchObject({ keys: [{ kid: 'b' }] });
  });

  it('is not certain of any unknown key if the fetch failed (J40)', async () => {
    const keys = new ProviderKeysService();
    const { state, outbound } = keySet('a');
    const certain = (kid: string) => keys.getCertain(outbound, URL_OF_KEYS, { kid });
    await certain('a');
    state.status = 503;
    setClock(10);

    await expect(certain('x')).rejects.toMatchObject({ retryAfterSeconds: 60 });
    await expect(certain('x')).rejects.toMatchObject({ retryAfterSeconds: 60 });
    expect(await certain('a')).toMatchObject({ keys: [{ kid: 'a' }] });
    expect(state.fetched).toBe(2);
  });

  it('does not fetch twice for one token', async () => {
    const { state, outbound } = keySet('a');

    await new ProviderKeysService().get(outbound, URL_OF_KEYS, { kid: 'x' });

    expect(state.fetched).toBe(1);
  });

  it('drops a withdrawn key after five minutes (B18)', async () => {
    const keys = new ProviderKeysService();
    const { state, outbound } = keySet('a', 'b');
    await keys.get(outbound, URL_OF_KEYS, { kid: 'a' });
    state.kids = ['b'];
    setClock(299);
    expect(await keys.get(outbound, URL_OF_KEYS, { kid: 'a' })).toMatchObject({
      keys: [{ kid: 'a' }, { kid: 'b' }],
    });

    setClock(300);

    expect(await keys.get(outbound, URL_OF_KEYS, { kid: 'a' })).toMatchObject({
      keys: [{ kid: 'b' }],
    });
  });

  it('keeps known keys while the provider is down, and rejects if there are none (H08)', async () => {
    const keys = new ProviderKeysService();
    const { state, outbound } = keySet('a');
    await keys.get(outbound, URL_OF_KEYS, { kid: 'a' });
    state.status = 503;
    setClock(10);

    expect(await keys.get(outbound, URL_OF_KEYS, { kid: 'x' })).toMatchObject({
      keys: [{ kid: 'a' }],
    });
    await expect(
      new ProviderKeysService().get(outbound, URL_OF_KEYS, { kid: 'a' }),
    ).rejects.toThrow('503');
  });

  it('does not cache a document that is not a key set', async () => {
    const keys = new ProviderKeysService();
    const responses = [Response.json({ keys: 'none' }), Response.json({ keys: [] })];
    const outbound = {
      fetch: () => Promise.resolve(responses.shift() ?? Response.error()),
      timeoutMs: 1000,
    };

    await expect(keys.get(outbound, URL_OF_KEYS, {})).rejects.toThrow('Key Set');
    expect(await keys.get(outbound, URL_OF_KEYS, {})).toEqual({ keys: [] });
  });
});
