import { isInvalidToken, requiredSignIn } from './resource-refusal.js';

const STEP_UP = 'error="insufficient_user_authentication"';

function refused(challenge: string, status = 401): Response {
  return new Response(null, { status, headers: { 'www-authenticate': challenge } });
}

describe('the refusal of a resource server', () => {
  it.each([
    ['Bearer error="invalid_token"'],
    ['bearer realm="a, b", ERROR = invalid_token, scope="x"'],
    ['Basic realm="x", DPoP algs="ES256", error="invalid_token"'],
    ['Negotiate YII==, Bearer error="invalid_token"'],
  ])('names an invalid token: %s', (challenge) => {
    expect(isInvalidToken(refused(challenge))).toBe(true);
    expect(requiredSignIn(refused(challenge))).toBeUndefined();
    expect(isInvalidToken(refused(challenge, 403))).toBe(false);
  });

  it.each([
    ['Bearer'],
    ['Bearer realm="invalid_token"'],
    [String.raw`Bearer error_description="error=\"invalid_token\", error=invalid_token"`],
    ['Bearer error="invalid_token2"'],
    ['"'],
    [''],
  ])('does not name an invalid token: %s', (challenge) => {
    expect(isInvalidToken(refused(challenge))).toBe(false);
  });

  it('takes the requirements from the challenge with the error', () => {
    const challenge = `Basic max_age=1, Bearer ${STEP_UP}, ACR_VALUES="a  b", max_age="60"`;

    expect(requiredSignIn(refused(challenge))).toEqual({ acrValues: ['a', 'b'], maxAge: 60 });
  });

  it.each(['-1', '1.5', '1e3', '99999999999', ''])('leaves out the age %j', (age) => {
    expect(requiredSignIn(refused(`Bearer ${STEP_UP}, max_age="${age}", scope=""`))).toEqual({});
  });

  it.each(['a="', 'a = ', '\\"', 'a', '="'])('reads a long header of %j at once', (part) => {
    expect(isInvalidToken(refused(`Bearer x="${part.repeat(16_000 / part.length)}`))).toBe(false);
  });
});
