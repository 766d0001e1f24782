import { tokenMembers } from './token-members.js';

const ADA = {
  id: 'ada',
  name: 'Ada',
  email: 'ada@example.com',
  image: 'https://cdn.example/a.png',
};

describe('tokenMembers', () => {
  it('returns all members of a user of normal size', () => {
    expect(tokenMembers(ADA)).toEqual({
      sub: 'ada',
      name: 'Ada',
      email: 'ada@example.com',
      picture: 'https://cdn.example/a.png',
    });
    expect(tokenMembers({ ...ADA, name: null, image: null })).toMatchObject({
      name: null,
      picture: null,
    });
  });

  it('shortens a name and omits a picture that would make the cookie too large', () => {
    const image = `data:image/jpeg;base64,${'A'.repeat(20_000)}`;

    const token = tokenMembers({ ...ADA, name: 'a'.repeat(20_000), image });

    expect(JSON.stringify(token).length).toBeLessThan(1000);
    expect(token).toMatchObject({ sub: 'ada', email: 'ada@example.com' });
    expect(token.picture).toBeUndefined();
  });
});
