import { MemoryAdapter } from '@authnest/testing';
import { ServiceUnavailableException } from '@nestjs/common';
import { MailApp } from '../support/mail-app.js';
import { JANE, credentials, platforms, TestApp } from '../support/test-app.js';

const TRIES = 9;

describe.each(platforms())('attempts during an outage, on %s', (platform) => {
  it('do not count as wrong passwords, and do not forgive any (AT7)', async () => {
    let isDown = true;
    const app = await TestApp.start({
      platform,
      config: {
        limits: {},
        providers: [
          {
            ...credentials(),
            authorize: (form) => {
              if (isDown) throw new ServiceUnavailableException();
              return credentials().authorize(form);
            },
          },
        ],
      },
    });
    const attempt = async (password: string) => {
      const { status } = await app.client().signIn('credentials', { ...JANE, password });
      return status;
    };

    for (let tries = 0; tries < TRIES; tries += 1) expect(await attempt('right')).toBe(302);
    isDown = false;
    const statuses: number[] = [];
    for (let tries = 0; tries < TRIES; tries += 1) {
      isDown = tries % 2 === 1;
      statuses.push(await attempt('wrong'));
      isDown = false;
    }
    for (let tries = 0; tries < TRIES; tries += 1) statuses.push(await attempt('wrong'));
    await app.close();

    expect(statuses.slice(0, TRIES)).not.toContain(429);
    expect(statuses).toContain(429);
  });

  it('do not count as wrong links (AT7)', async () => {
    let isDown = true;
    const adapter = new MemoryAdapter();
    const use = adapter.useVerificationToken.bind(adapter);
    adapter.useVerificationToken = async (key) => {
      if (isDown) throw new Error('the database is down');
      return use(key);
    };
    const mail = await MailApp.start({ platform, adapter, config: { limits: {} } });
    const browser = mail.client();
    const link = await mail.linkFor('jane@x.example', browser);

    const statuses: number[] = [];
    for (let tries = 0; tries < 2 * TRIES; tries += 1) {
      statuses.push((await mail.confirm(mail.client(), link)).status);
    }
    isDown = false;
    await mail.confirm(browser, link);

    expect(statuses).not.toContain(429);
    expect((await browser.session())?.user?.email).toBe('jane@x.example');
    await mail.close();
  });
});
