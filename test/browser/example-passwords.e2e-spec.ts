import { describeExample } from './describe-example.js';
import { Visitor } from './visitor.js';

const EMAIL = 'jane@corp.example';
const TYPED = 'typed where she registered';
const CHOSEN = 'chosen where the link was';
const RESET = 'set after it was forgotten';

describeExample('an account with a password, without JavaScript', (at) => {
  const visitors: Visitor[] = [];
  const arrive = async () => {
    const visitor = await Visitor.arrive(at.browser, at.example, { javaScriptEnabled: false });
    visitors.push(visitor);
    return visitor;
  };
  afterEach(() => Promise.all(visitors.splice(0).map((visitor) => visitor.leave())));

  const submit = async ({ page }: Visitor, button: string, url: RegExp | string) => {
    await page.getByRole('button', { name: button, exact: true }).click();
    await page.waitForURL(url);
  };
  const signIn = async (visitor: Visitor, password: string) => {
    await visitor.page.goto('/sessions');
    await visitor.signInWithPassword(EMAIL, password);
    await visitor.page.waitForURL(/\/sessions$|error=CredentialsSignin/);
  };
  const isSignedIn = async ({ page }: Visitor) => {
    await page.goto('/sessions');
    return page.url() === `${at.example.url}/sessions`;
  };

  it('is created, confirmed in another browser, and gets a new password (K89)', async () => {
    const here = await arrive();
    await here.page.goto('/');
    await here.page.getByRole('link', { name: 'create an account' }).click();
    await here.page.getByLabel('Email address').fill(EMAIL);
    await here.page.getByLabel('Password', { exact: true }).fill(TYPED);
    await submit(here, 'Create account', /\/auth\/password\/confirm/);

    const there = await arrive();
    await there.page.goto(await there.newestLink(EMAIL, 'Confirm address'));
    await there.page.getByLabel('Password', { exact: true }).fill(CHOSEN);
    await submit(there, 'Confirm and sign in', `${at.example.url}/`);
    expect(await there.page.getByRole('main').innerText()).toContain(`Hello, ${EMAIL}`);

    await signIn(here, TYPED);
    expect(here.page.url()).toContain('error=CredentialsSignin');
    await signIn(here, CHOSEN);
    expect(await isSignedIn(here)).toBe(true);

    await submit(here, 'End all others', `${at.example.url}/sessions`);
    expect(await isSignedIn(there)).toBe(false);

    await there.page.getByRole('link', { name: 'Forgot password?' }).click();
    await there.page.getByLabel('Email address').fill(EMAIL);
    await submit(there, 'Send link', /sent/);
    await there.page.goto(await there.newestLink(EMAIL, 'Set password'));
    await there.page.getByLabel('New password').fill(RESET);
    await submit(there, 'Save password', /\/auth\/signin/);

    expect(await isSignedIn(here)).toBe(false);
    await signIn(there, CHOSEN);
    expect(there.page.url()).toContain('error=CredentialsSignin');
    await signIn(there, RESET);
    expect(await isSignedIn(there)).toBe(true);

    await there.page.goto('/auth/password/change');
    await there.page.getByLabel('Current password').fill(RESET);
    await there.page.getByLabel('New password').fill(CHOSEN);
    await submit(there, 'Save password', /change\?done/);
    for (const { complaints } of visitors) expect(complaints).toEqual([]);
  });
});
