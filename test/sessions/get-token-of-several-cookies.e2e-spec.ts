import { encode, getToken } from '@authnest/core';

const secret = 'a secret that is long enough for everything here';
const salt = 'authjs.session-token';
const tokenOf = (sub: string) => encode({ token: { sub, name: sub }, secret, salt });
const read = (...values: string[]) =>
  getToken({
    req: { headers: { cookie: values.map((value) => `${salt}=${value}`).join('; ') } },
    secret,
  });

describe('getToken', () => {
  it('returns nobody if a request has the sessions of two people (BT12)', async () => {
    const [planted, again, genuine] = [
      await tokenOf('attacker'),
      await tokenOf('attacker'),
      await tokenOf('victim'),
    ];

    expect(await read(planted, genuine)).toBeNull();
    expect(await read(genuine, planted)).toBeNull();
    // As the endpoints and the guard do, which look at three values.
    expect((await read(planted, again, genuine))?.sub).toBeUndefined();
  });

  it('returns nobody if one of them is beside two cookies of others (BT12)', async () => {
    const [planted, genuine] = [await tokenOf('attacker'), await tokenOf('victim')];

    expect((await read(planted, 'of-a-neighbour', genuine))?.sub).toBeUndefined();
    expect((await read('of-a-neighbour', 'of-another', genuine))?.sub).toBe('victim');
  });
});
