import { passwordTable } from '@authnest/password';
import { MemoryAdapter } from '@authnest/testing';
import { GOOD, OTHER, PasswordApp } from '../support/password-app.js';
import { platforms } from '../support/test-app.js';

const [platform = 'express'] = platforms();

it('a change of the own password is not that of whoever else signs in, in another tab (LT17)', async () => {
  const adapter = new MemoryAdapter();
  const app = await PasswordApp.start({ platform, adapter });
  const browser = await app.registered('otto@corp.example');
  await app.registered('jane@corp.example');
  const { id: userId = '' } = (await adapter.getUserByEmail('jane@corp.example')) ?? {};
  await adapter.updateRow({ table: passwordTable, key: { userId }, patch: { mustChange: true } });
  const { location } = await app.signIn('jane@corp.example', GOOD, browser);
  expect(location).toContain('password/change');

  await app.send(browser, 'change', { current: GOOD, password: OTHER });

  expect(await browser.session()).toMatchObject({ user: { email: 'otto@corp.example' } });
  const signInAs = async (email: string) => {
    const own = app.client();
    await app.signIn(email, OTHER, own);
    return (await own.session())?.user?.email;
  };
  expect(await signInAs('jane@corp.example')).toBeUndefined();
  expect(await signInAs('otto@corp.example')).toBe('otto@corp.example');
  await app.close();
});
