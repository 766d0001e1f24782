import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CookieClient } from '@authnest/testing';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { withEnvironment } from '../support/environment.js';
import { Mailbox } from '../support/mailbox.js';
import { GOOD } from '../support/password-app.js';
import { SECRET } from '../support/test-app.js';
import { until } from '../support/until.js';

it('the module of the guide registers somebody, who is signed in', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'authnest-'));
  const mailbox = await Mailbox.start();
  const variables = {
    DATABASE_FILE: join(folder, 'shop.sqlite'),
    MAIL_SERVER: mailbox.url,
    AUTH_SECRET: SECRET,
  };
  const app = await withEnvironment(variables, async () => {
    const { AppModule } = await import('../fixtures/password-pages.js');
    return NestFactory.create(AppModule, new ExpressAdapter(), { logger: false });
  });
  await withEnvironment(variables, () => app.listen(0, '127.0.0.1'));
  const browser = new CookieClient(await app.getUrl());
  const send = async (step: string, form: object) =>
    browser.post(`/auth/password/${step}`, {
      form: { ...form, csrfToken: await browser.csrfToken() },
    });

  await send('register', { email: 'jane@corp.example', password: GOOD });
  await until('a mail has arrived', () => mailbox.mails.length > 0);
  await browser.get(await mailbox.link());
  await send('confirm', {});

  const session = await browser.get('/auth/session');
  expect(session.json()).toMatchObject({ user: { email: 'jane@corp.example' } });
  await app.close();
  await mailbox.close();
  await rm(folder, { recursive: true });
});
