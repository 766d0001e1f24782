import { repairTokenResponse } from './repair-token-response.js';

const repaired = async (body: unknown, status = 200): Promise<unknown> =>
  (await repairTokenResponse(Response.json(body, { status })))?.json();

describe('repairTokenResponse', () => {
  it.each([
    [{ access_token: 'a' }, { access_token: 'a', token_type: 'bearer' }],
    [
      { access_token: 'a', token_type: 'Bearer' },
      { access_token: 'a', token_type: 'Bearer' },
    ],
    [
      { access_token: 'a', token_type: null, scope: null, expires_in: 0 },
      { access_token: 'a', token_type: 'bearer', expires_in: 0 },
    ],
    [
      { access_token: 'a', scope: ['openid', 'user:read:email'] },
      { access_token: 'a', token_type: 'bearer', scope: 'openid user:read:email' },
    ],
  ])('makes of %j %j', async (body, expected) => {
    expect(await repaired(body)).toEqual(expected);
  });

  it.each([[['a']], [null], ['a']])('leaves what is not an object: %j', async (body) => {
    expect(await repaired(body)).toBeUndefined();
  });

  it('leaves a refusal', async () => {
    expect(await repaired({ error: 'invalid_grant' }, 400)).toBeUndefined();
  });
});
