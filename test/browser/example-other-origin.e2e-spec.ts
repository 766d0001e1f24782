import { describeExample } from './describe-example.js';
import { VirtualAuthenticator } from './virtual-authenticator.js';

describeExample('the page of the example on another origin', (at) => {
  const signIn = async (password: string) => {
    const { page } = at.visitor;
    await page.getByLabel('Email').fill('alan@example.com');
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };

  it('signs in with a password, calls the API, and signs out, violating no policy (U7)', async () => {
    const { page } = at.visitor;
    await page.goto(at.example.pages);
    await signIn('wrong');
    await page.getByRole('alert').getByText('These details are incorrect.').waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe('alan@example.com');

    await signIn('enigma-bombe-1940');
    await page.getByText('Hello Alan Turing').waitFor();
    await page.getByRole('button', { name: 'Call the API' }).click();
    await page.getByRole('status').getByText('"email":"alan@example.com"').waitFor();

    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Password').waitFor();
    expect(at.visitor.complaints).toEqual([]);
  });

  it('signs in with the provider, and then with a passkey (U7)', async () => {
    const { page } = at.visitor;
    await VirtualAuthenticator.plugIn(page);
    await page.goto(at.example.pages);
    await page.getByRole('button', { name: 'Continue with the demo provider' }).click();
    await page.getByRole('button', { name: 'Ada Lovelace' }).click();
    await page.getByText('Hello Ada Lovelace').waitFor();
    expect(page.url()).toBe(`${at.example.pages}/`);

    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByText('This device has a passkey now.').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByText('Hello Ada Lovelace').waitFor();
    expect(at.visitor.complaints).toEqual([]);
  });

  it('is linked from the home page', async () => {
    await at.visitor.page.goto('/');

    const link = at.visitor.page.getByRole('link', { name: 'Another origin' });
    expect(await link.getAttribute('href')).toBe(at.example.pages);
  });
});
