import { describeExample } from './describe-example.js';
import { Visitor } from './visitor.js';

const HEDY = 'hedy@example.com';
const PASSWORD = 'hopping-radio-1942';
const CHOSEN = 'frequency-hopping-1942';
const NEW = 'hedy@elsewhere.example';

describeExample('an account in the example, without JavaScript', (at) => {
  const visitors: Visitor[] = [];
  const arrive = async () => {
    const visitor = await Visitor.arrive(at.browser, at.example, { javaScriptEnabled: false });
    visitors.push(visitor);
    return visitor;
  };
  afterEach(() => Promise.all(visitors.splice(0).map((visitor) => visitor.leave())));

  const press = ({ page }: Visitor, button: string) =>
    page.getByRole('button', { name: button, exact: true }).click();
  const says = ({ page }: Visitor, heading: string) =>
    page.getByRole('heading', { name: heading }).waitFor();
  const signIn = async (visitor: Visitor, email: string, password = PASSWORD) => {
    await visitor.page.goto('/sessions');
    await visitor.signInWithPassword(email, password);
    await visitor.page.waitForURL(/\/sessions$|error=CredentialsSignin/);
    return visitor.page.url() === `${at.example.url}/sessions`;
  };

  it('gets another address, gets the former one back, and is exported and deleted', async () => {
    const here = await arrive();
    expect(await signIn(here, HEDY)).toBe(true);
    await here.page.goto('/auth/account/email');
    await here.page.getByLabel('New email address').fill(NEW);
    await press(here, 'Send link');
    await says(here, 'Check both inboxes');
    await here.page.goto(await here.newestLink(HEDY, 'See the change'));
    await press(here, 'Change address');
    await says(here, 'One more to go');
    await here.page.goto(await here.newestLink(NEW, 'Confirm address'));
    await press(here, 'Confirm address');
    await says(here, 'Your address has changed');
    expect(await signIn(await arrive(), HEDY)).toBe(false);
    expect(await signIn(await arrive(), NEW)).toBe(true);

    const there = await arrive();
    await there.page.goto(await there.newestLink(HEDY, 'Undo the change'));
    await press(there, 'Undo the change');
    await says(there, 'Your address is back');
    await here.page.goto('/sessions');
    expect(here.page.url()).toContain('/auth/signin');
    // Somebody may have set the password by a mail to the other address.
    expect(await signIn(there, HEDY)).toBe(false);
    await there.page.getByRole('link', { name: 'Forgot password?' }).click();
    await there.page.getByLabel('Email address').fill(HEDY);
    await press(there, 'Send link');
    await there.page.goto(await there.newestLink(HEDY, 'Set password'));
    await there.page.getByLabel('New password').fill(CHOSEN);
    await press(there, 'Save password');
    await there.page.waitForURL(/\/auth\/signin/);
    expect(await signIn(there, HEDY, CHOSEN)).toBe(true);

    const form = { csrfToken: await csrfTokenOf(there) };
    const exported = await there.page.request.post('/auth/account/export', { form });
    expect(exported.headers()['content-disposition']).toContain('account.json');
    expect(await exported.text()).toContain(HEDY);

    await there.page.goto('/auth/account/delete');
    await there.page.getByLabel('Type your email address to confirm').fill(HEDY);
    await press(there, 'Delete account');
    await there.page.waitForURL(`${at.example.url}/`);
    expect(await signIn(await arrive(), HEDY, CHOSEN)).toBe(false);
    for (const { complaints } of visitors) expect(complaints).toEqual([]);
  });
});

async function csrfTokenOf({ page }: Visitor): Promise<string> {
  const response = await page.request.get('/auth/csrf');
  return ((await response.json()) as { csrfToken: string }).csrfToken;
}
