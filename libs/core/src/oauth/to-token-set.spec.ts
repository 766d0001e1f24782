import type { TokenEndpointResponse } from 'openid-client';
import { stopClock, startClock, NOON } from '../../../../test/support/clock.js';
import { readTokenResponse } from './client/token-response.js';
import { toTokenSet } from './to-token-set.js';

const SECONDS = Math.floor(NOON / 1000);

describe('toTokenSet', () => {
  beforeEach(() => stopClock());
  afterEach(() => startClock());

  it.each([
    [3600, SECONDS + 3600],
    ['3600', SECONDS + 3600],
    [0, SECONDS],
    [-1, undefined],
    [1e12, undefined],
    ['soon', undefined],
    ['-5', undefined],
    [null, undefined],
    [{}, undefined],
    [undefined, undefined],
  ])('maps expires_in %j to expires_at %j (B34)', async (expires_in, expected) => {
    const sent = Response.json({ access_token: 'at', token_type: 'bearer', expires_in });

    const { response } = await readTokenResponse(sent, { idToken: 'keep' });
    const tokens = toTokenSet((await response.json()) as TokenEndpointResponse);

    expect(tokens.expires_at).toBe(expected);
    expect(tokens.expires_in === undefined).toBe(expected === undefined);
  });
});

describe('readTokenResponse', () => {
  const idToken = `${Buffer.from('{"alg":"RS256","kid":"k1"}').toString('base64url')}.e30.x`;
  const tokenResponse = () => Response.json({ access_token: 'at', id_token: idToken });

  it('returns the ID token along with the response', async () => {
    const { idToken: kept, response } = await readTokenResponse(tokenResponse(), {
      idToken: 'keep',
    });

    expect(kept).toBe(idToken);
    expect(await response.json()).toEqual({ access_token: 'at', id_token: idToken });
  });

  it('removes an ID token that cannot be verified', async () => {
    const { response } = await readTokenResponse(tokenResponse(), { idToken: 'drop' });

    expect(await response.json()).toEqual({ access_token: 'at' });
  });

  it.each(['', '<html>', '[]', '"text"', '{"truncated":'])('keeps the body %j', async (text) => {
    const { response } = await readTokenResponse(new Response(text, { status: 400 }), {
      idToken: 'keep',
    });

    expect(response.status).toBe(400);
    expect(await response.text()).toBe(text);
  });
});
