import { describeExample } from './describe-example.js';
import { VirtualAuthenticator } from './virtual-authenticator.js';
import { Visitor } from './visitor.js';

describeExample('the example without passwords', (at) => {
  async function content(): Promise<string> {
    return at.visitor.page.getByRole('main').innerText();
  }

  it('signs in with an emailed link, without confirmation in the same browser', async () => {
    const { page } = at.visitor;
    await page.goto('/protected');

    await page.goto(await at.visitor.askForLink('mary@example.com'));

    expect(page.url()).toBe(`${at.example.url}/protected`);
    expect(await content()).toContain('mary@example.com');
    expect(at.visitor.complaints).toEqual([]);
  });

  it('redirects from the mail in the inbox to the requested page', async () => {
    const { page } = at.visitor;
    await page.goto('/protected');
    await at.visitor.askForLink('rosa@example.com');
    await page.goto(at.example.inbox);
    await page.getByRole('link', { name: 'to rosa@example.com' }).click();

    await page.frameLocator('iframe').getByRole('link', { name: 'Sign in' }).click();

    await page.waitForURL(`${at.example.url}/protected`);
  });

  it('asks for confirmation in another browser, and signs in only once (F06 F07)', async () => {
    await at.visitor.page.goto('/protected');
    const link = await at.visitor.askForLink('tim@example.com');
    const other = await Visitor.arrive(at.browser, at.example);

    await other.page.goto(link);
    const asked = await other.page.locator('body').innerText();
    await other.page.getByRole('button', { name: /sign in/i }).click();
    await other.page.waitForURL(`${at.example.url}/protected`);

    expect(asked).toMatch(/t\S*@example\.com/);
    expect(asked).not.toContain('tim@');
    expect(other.complaints).toEqual([]);
    await other.leave();
    await at.visitor.page.goto(link);
    expect(at.visitor.page.url()).toContain('error=Verification');
    await at.visitor.page.goto('/');
    expect(await content()).toContain('You are signed out');
  });

  it('leaves no token from an emailed link in the URL or a Referer header (C10)', async () => {
    const { page } = at.visitor;
    await page.goto('/protected');
    const link = await at.visitor.askForLink('eve@example.com');
    const other = await Visitor.arrive(at.browser, at.example);
    await other.page.goto(link);
    const token = new URL(link).searchParams.get('token') ?? 'none';

    expect(other.page.url()).not.toContain(token);
    for (const request of other.requests) {
      expect((await request.allHeaders())['referer'] ?? '').not.toContain(token);
    }
    await other.leave();
  });

  it('adds a passkey, signs in with it through autofill, and refuses its clone', async () => {
    const { page } = at.visitor;
    await page.goto('/passkeys');
    await at.visitor.signInWithPassword('alan@example.com', 'enigma-bombe-1940');
    await page.waitForURL(`${at.example.url}/passkeys`);
    const authenticator = await VirtualAuthenticator.plugIn(page);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('listitem').waitFor();

    await page.getByLabel('Name of the passkey').fill('Work laptop');
    // The address stays the same, so only the event tells the next page from this one.
    const saved = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Save name' }).click();
    await saved;
    expect(page.url()).toBe(`${at.example.url}/passkeys`);
    expect(await page.getByLabel('Name of the passkey').inputValue()).toBe('Work laptop');

    await at.visitor.signOut();
    const plugInClone = await authenticator.clone();
    await page.goto('/auth/signin?callbackUrl=/protected');
    await page.waitForURL(`${at.example.url}/protected`);
    expect(await content()).toContain('Alan Turing');

    await at.visitor.signOut();
    await plugInClone();
    await page.goto('/auth/signin?callbackUrl=/protected');
    await page.waitForURL(/error=WebAuthnVerificationError/);
    await page.goto('/');
    expect(await content()).toContain('You are signed out');
  });

  it('registers a user with a passkey that can be removed, as emailed links remain', async () => {
    const { page } = at.visitor;
    const authenticator = await VirtualAuthenticator.plugIn(page);
    await authenticator.touched(false);
    await page.goto('/passkeys');
    await page.getByLabel('Email address').fill('newcomer@example.com');
    await authenticator.touched(true);
    await page.getByRole('button', { name: 'Create a passkey' }).click();
    await page.waitForURL(`${at.example.url}/passkeys`);

    expect(await page.getByRole('listitem').count()).toBe(1);

    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('None yet.').waitFor();

    expect(at.visitor.complaints).toEqual([]);
  });
});
