import { describeExample } from './describe-example.js';

describeExample('the example and the session at its provider', (at) => {
  it('a sign-out ends both, and another user can sign in (J21)', async () => {
    const { page } = at.visitor;
    const cookies = async () => (await page.context().cookies()).map(({ name }) => name);
    await page.goto('/protected');
    await at.visitor.signInAtProvider('Ada Lovelace');
    // The provider shows the choice of accounts in any case, so only its cookie shows the session.
    expect(await cookies()).toContain('identity-provider-session');

    await at.visitor.signOutAtProvider();

    expect(await cookies()).not.toContain('identity-provider-session');
    await page.goto('/protected');
    expect(page.url()).toContain('/auth/signin');
    await at.visitor.signInAtProvider('Grace Hopper');
    expect(await page.getByRole('main').innerText()).toContain('Grace Hopper');
    expect(at.visitor.complaints).toEqual([]);
  });

  it('a user who leaves at the page of the provider is signed out here anyway (J22)', async () => {
    const { page } = at.visitor;
    await page.goto('/protected');
    await at.visitor.signInAtProvider('Ada Lovelace');

    await at.visitor.askToSignOut();
    await page.waitForURL((url) => url.origin === at.example.issuer);
    await page.goto(`${at.example.url}/protected`);

    expect(page.url()).toContain('/auth/signin');
  });

  it('a sign-out at the provider ends the session here (J30)', async () => {
    const { page } = at.visitor;
    await page.goto('/protected');
    await at.visitor.signInAtProvider('Ada Lovelace');

    await page.goto(`${at.example.issuer}/session/end`);
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor();

    await page.goto(`${at.example.url}/protected`);
    expect(page.url()).toContain('/auth/signin');
    expect(at.visitor.complaints).toEqual([]);
  });

  it('calls the API of the provider with a token that no page contains (J13)', async () => {
    const { page } = at.visitor;
    await page.goto('/provider-api');
    await at.visitor.signInAtProvider('Ada Lovelace');
    await page.waitForURL(`${at.example.url}/provider-api`);

    const text = await page.getByRole('main').innerText();
    expect(text).toContain('"email": "ada@example.com"');
    expect(text).toContain('Demo provider: token usable');
    expect(await page.content()).not.toMatch(/access_token|refresh_token|id_token/);
    expect(at.visitor.complaints).toEqual([]);
  });

  it('shows that no token is stored if the user signed in with a password', async () => {
    const { page } = at.visitor;
    await page.goto('/provider-api');

    await at.visitor.signInWithPassword('alan@example.com', 'enigma-bombe-1940');
    await page.waitForURL(`${at.example.url}/provider-api`);

    expect(await page.getByRole('main').innerText()).toContain('There is no token');
  });
});
