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
  ])('changes %j to %j', async (body, expected) => {
    expect(await repaired(body)).toEqual(expected);
  });

  it.each([[['a']], [null], ['a']])(
    'leaves a value that is not an object unchanged: %j',
    async (body) => {
      expect(await repaired(body)).toBeUndefined();
    },
  );

  it('leaves an error response unchanged', async () => {
    expect(await repaired({ error: 'invalid_grant' }, 400)).toBeUndefined();
  });
});
