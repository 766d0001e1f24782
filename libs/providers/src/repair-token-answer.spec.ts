import { repairTokenAnswer } from './repair-token-answer.js';

const repaired = async (answer: unknown, status = 200): Promise<unknown> =>
  (await repairTokenAnswer(Response.json(answer, { status })))?.json();

describe('repairTokenAnswer', () => {
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
  ])('makes of %j %j', async (answer, expected) => {
    expect(await repaired(answer)).toEqual(expected);
  });

  it.each([[['a']], [null], ['a']])('leaves what is not an object: %j', async (answer) => {
    expect(await repaired(answer)).toBeUndefined();
  });

  it('leaves a refusal', async () => {
    expect(await repaired({ error: 'invalid_grant' }, 400)).toBeUndefined();
  });
});
